"""HTML mail as text, without what mail programs quote: for replies that carry no plain text."""

from __future__ import annotations

from html.parser import HTMLParser

MOST_CHARACTERS = 128 * 1024
QUOTED = ">"
"""The line that stands where a quotation or a signature was left out."""

_VOID = frozenset((
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param",
    "source", "track", "wbr",
))  # fmt: skip
_BLOCKS = frozenset((
    "address", "article", "blockquote", "body", "center", "dd", "div", "dl", "dt", "fieldset",
    "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "ol",
    "p", "pre", "section", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
))  # fmt: skip
_SILENT = frozenset((
    "blockquote", "head", "noscript", "script", "style", "svg", "template", "textarea", "title",
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

    Linear in the length of `html`, of which the first 128 kB are read. Never raises.
    """
    reader = _Reader()
    try:
        reader.feed(html[:MOST_CHARACTERS])
        reader.close()
    except (AssertionError, ValueError):  # markup declarations that the parser cannot make out
        reader.flush_line()
    return "\n".join(reader.lines)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self._line: list[str] = []
        self._silent_tag = ""
        self._silent_depth = 0
        self._is_over = False
        self._is_verbatim = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._is_over:
            return
        if self._silent_tag:
            self._silent_depth += tag == self._silent_tag
            return
        names = _names(attrs)
        if names & _LAST:
            self._is_over = True
            self.flush_line()
            return
        if tag == "br" or tag in _BLOCKS:
            self.flush_line()
        self._is_verbatim |= tag == "pre"
        if (tag in _SILENT or names & _DROPPED) and tag not in _VOID:
            self._silent_tag, self._silent_depth = tag, 1

    def handle_endtag(self, tag: str) -> None:
        if self._silent_tag:
            self._silent_depth -= tag == self._silent_tag
            if self._silent_depth == 0:
                self._silent_tag = ""
                self.flush_line()
                # For the cutter: an attribution with a quotation below it does not end the reply.
                self.lines.append(QUOTED)
            return
        if tag in _BLOCKS:
            self.flush_line()
        self._is_verbatim &= tag != "pre"

    def handle_data(self, data: str) -> None:
        if self._silent_tag or self._is_over:
            return
        if not self._is_verbatim:
            self._line.append(data)
            return
        first, *others = data.split("\n")
        self._line.append(first)
        for line in others:
            self.flush_line()
            self._line.append(line)

    def close(self) -> None:
        super().close()
        self.flush_line()

    def flush_line(self) -> None:
        """End the line being gathered; an empty block leaves an empty line, never two."""
        line = " ".join("".join(self._line).split())
        self._line = []
        if line or (self.lines and self.lines[-1]):
            self.lines.append(line)


def _names(attrs: list[tuple[str, str | None]]) -> set[str]:
    values = [value or "" for name, value in attrs if name in {"class", "id"}]
    return {word for value in values for word in value[:400].lower().split()}
