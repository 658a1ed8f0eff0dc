"""HTML mail as text, what mail programs quote marked as in plain text: for replies without any.

A quotation is known by its element, or by the line that a program draws beside it; names of
classes are asked only where a container's form does not tell.
"""

from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser, LexborNode

MOST_CHARACTERS = 128 * 1024
MOST_TAGS = 2000
"""Building a tree as browsers do takes time that grows with the square of its depth, whatever the
library; no depth is larger than the number of tags."""

MOST_LINES = 2000
"""Of a piece of text that is set as it stands."""

QUOTED = "> "
"""Before each line of a quotation."""

_BLOCKS = frozenset((
    "address", "article", "blockquote", "body", "center", "dd", "div", "dl", "dt", "fieldset",
    "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "ol",
    "p", "pre", "section", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
))  # fmt: skip
_SILENT = frozenset((
    "head", "noscript", "script", "style", "svg", "template", "textarea", "title",
))  # fmt: skip
_SIGNATURES = frozenset((
    "gmail_signature", "moz-signature", "protonmail_signature_block",
    "protonmail_signature_block-user", "ms-outlook-mobile-signature", "signature", "x_signature",
    "messagesignaturesection", "front-signature", "sh-signature", "bloop_sign", "signature_old",
    "composer_signature", "tutanota-signature", "k9mail-signature",
))  # fmt: skip
"""Classes and ids of elements that hold a signature: these are left out."""

_QUOTATIONS = frozenset((
    "gmail_attr", "moz-cite-prefix", "yahoo_quoted", "ms-outlook-mobile-reference-message",
    "wildcards-mail", "zmail_extra", "quote", "messagereplysection", "mail-app-auto-quote",
    "front-blockquote", "sh-quoted-content", "cm_quote", "isreplycontent", "reply-intro",
    "airmail_on",
))  # fmt: skip
"""Classes, ids and names of elements all of which is quoted."""

_AROUND = frozenset(("gmail_quote", "gmail_quote_container", "protonmail_quote"))
"""Those that hold quotations, and may hold answers between them."""

_MOST_AROUND = 20
"""So many of them are searched for a quotation."""

_LAST = frozenset((
    "divrplyfwdmsg", "x_divrplyfwdmsg", "appendonsend", "stopspelling", "zwchr",
    "mail-editor-reference-message-container",
))  # fmt: skip
"""Classes and ids of elements after which nothing is the writer's own."""

_RULE = "_" * 32
"""For the line that Outlook draws above the headers of what it quotes."""


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
        self._around_left = _MOST_AROUND
        self._is_quote: list[bool] = []
        self._quote_depth = 0

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
        self._is_quote.append(False)
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
        if tag in _SILENT or names & _SIGNATURES:
            return False
        if _is_drawn(node, tag, "border-top") and "border:none" in _style(node):
            self._line.append(_RULE)
            self.flush_line()
        if self._quotes(node, tag, names):
            self.flush_line()
            self._is_quote[-1] = True
            self._quote_depth += 1
        self._verbatim_depth += tag == "pre"
        return True

    def _quotes(self, node: LexborNode, tag: str, names: set[str]) -> bool:
        """Whether all that is in the node is quoted."""
        if tag == "blockquote" and not names and _is_set_in(node):
            return False
        if tag == "blockquote" or names & _QUOTATIONS or _is_drawn(node, tag, "border-left"):
            return True
        if any(name.endswith("yahoo_quoted") for name in names):
            return True
        if not names & _AROUND:
            return False
        self._around_left -= 1
        return self._around_left < 0 or node.css_first("blockquote") is None

    def _leave(self, node: LexborNode) -> None:
        tag = node.tag or ""
        is_quote = self._is_quote.pop()
        if tag in _BLOCKS or is_quote:
            self.flush_line()
        self._quote_depth -= is_quote
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
        if self._quote_depth:
            line = f"{QUOTED}{line}".strip()
            if line == ">" and self.lines and self.lines[-1] == ">":
                return
        if line or (self.lines and self.lines[-1]):
            self.lines.append(line)


def _is_drawn(node: LexborNode, tag: str, side: str) -> bool:
    """Whether a line is drawn on this side of all that is in the node, and it is set in."""
    style = _style(node) if tag == "div" else ""
    return side in style and "solid" in style and ("padding" in style or "margin" in style)


def _is_set_in(node: LexborNode) -> bool:
    """Whether an editor's button moved a paragraph to the right."""
    style = _style(node).replace(" ", "")
    return "margin:000" in style and "border:none" in style and "cite" not in node.attributes


def _style(node: LexborNode) -> str:
    return (node.attributes.get("style") or "")[:400].lower()


def _names(node: LexborNode) -> set[str]:
    attributes = node.attributes
    if not attributes:
        return set()
    values = (attributes.get("class"), attributes.get("id"), attributes.get("name"))
    return {word for value in values if value for word in value[:400].lower().split()}
