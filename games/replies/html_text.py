"""HTML mail as text, without what mail programs quote: for replies that carry no plain text."""

from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser, LexborNode

MOST_CHARACTERS = 128 * 1024
MOST_TAGS = 2000
"""Building a tree as browsers do takes time that grows with the square of its depth, whatever the
library; no depth is larger than the number of tags."""

MOST_LINES = 2000
"""Of a piece of text that is set as it stands."""

QUOTED = ">"
"""The line that stands where a quotation or a signature was left out."""

_BLOCKS = frozenset((
    "address", "article", "blockquote", "body", "center", "dd", "div", "dl", "dt", "fieldset",
    "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "ol",
    "p", "pre", "section", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
))  # fmt: skip
_SILENT = frozenset((
    "head", "noscript", "script", "style", "svg", "template", "textarea", "title",
))  # fmt: skip
_DROPPED = frozenset((
    "gmail_quote", "gmail_quote_container", "gmail_attr", "gmail_signature", "moz-signature",
    "protonmail_quote", "protonmail_signature_block", "protonmail_signature_block-user",
    "yahoo_quoted", "ms-outlook-mobile-signature", "ms-outlook-mobile-reference-message",
    "wildcards-mail",
))  # fmt: skip
"""Classes and ids of elements that hold a quotation or a signature."""

_LAST = frozenset(
    ["divrplyfwdmsg", "appendonsend", "moz-cite-prefix", "mail-editor-reference-message-container"]
)
"""Classes and ids of elements after which nothing is the writer's own."""


def html_to_text(html: str) -> str:
    """The text of an HTML body, a line a block, up to where the quotation begins.

    Takes time linear in the length of `html`, of which the first 128 kB and 2,000 tags are read.
    Never raises.
    """
    root = LexborHTMLParser(_beginning(html)).root
    reader = _Reader()
    if root is not None:
        reader.read(root)
    reader.flush_line()
    return "\n".join(reader.lines)


def _beginning(html: str) -> bytes:
    pieces = html[:MOST_CHARACTERS].split("<", MOST_TAGS + 1)
    return "<".join(pieces[: MOST_TAGS + 1]).encode("utf-8", "replace")


class _Reader:
    """Walks a tree without recursion: a mail decides how deep it is."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._line: list[str] = []
        self._is_over = False
        self._verbatim_depth = 0

    def read(self, root: LexborNode) -> None:
        """Gather the lines below this node."""
        node: LexborNode | None = root
        opened: list[LexborNode] = []
        while node is not None and not self._is_over:
            first = node.child if self._enter(node) else None
            if first is not None:
                opened.append(node)
                node = first
                continue
            self._leave(node)
            while node is not None and node.next is None:
                node = opened.pop() if opened else None
                if node is not None:
                    self._leave(node)
            node = node.next if node is not None and opened else None

    def _enter(self, node: LexborNode) -> bool:
        """Take in the beginning of a node; whether what it contains is to be read."""
        tag = node.tag or ""
        if tag == "-text":
            self._add(node.text_content or "")
        if tag.startswith("-"):
            return False
        names = _names(node)
        if names & _LAST:
            self._is_over = True
            return False
        if tag == "br" or tag in _BLOCKS:
            self.flush_line()
        if tag == "blockquote" or names & _DROPPED:
            self.flush_line()
            # For the cutter: an attribution with a quotation below it does not end the reply.
            self.lines.append(QUOTED)
            return False
        if tag in _SILENT:
            return False
        self._verbatim_depth += tag == "pre"
        return True

    def _leave(self, node: LexborNode) -> None:
        tag = node.tag or ""
        if tag in _BLOCKS:
            self.flush_line()
        if tag == "pre":
            self._verbatim_depth -= 1

    def _add(self, text: str) -> None:
        first, *others = text.split("\n", MOST_LINES) if self._verbatim_depth else [text]
        self._line.append(first)
        for line in others:
            self.flush_line()
            self._line.append(line)

    def flush_line(self) -> None:
        """End the line being gathered; an empty block leaves an empty line, never two."""
        line = " ".join("".join(self._line).split())
        self._line = []
        if line or (self.lines and self.lines[-1]):
            self.lines.append(line)


def _names(node: LexborNode) -> set[str]:
    attributes = node.attributes
    if not attributes:
        return set()
    values = (attributes.get("class"), attributes.get("id"))
    return {word for value in values if value for word in value[:400].lower().split()}
