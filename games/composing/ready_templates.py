"""Templates made ready once for each language, for those that are rendered by the thousand.

Django walks a template anew each time: it looks up words in the catalogue, names in nested contexts
and templates that are included. Here each tag becomes a function of the values alone, and what is
the same in every text of a language is joined with what stands beside it. A tag that is not known
here is rendered by Django; the text is the same as Django's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from html import escape
from typing import Any, TypeAlias

from django.conf import settings
from django.template import Context, Engine, Template
from django.template.base import (
    FilterExpression,
    Node,
    TextNode,
    Variable,
    VariableNode,
    render_value_in_context,
)
from django.template.defaulttags import AutoEscapeControlNode, ForNode, IfNode, LoadNode, WithNode
from django.template.defaulttags import TemplateLiteral as Literal
from django.template.library import SimpleNode
from django.template.loader_tags import BlockNode, ExtendsNode, IncludeNode
from django.templatetags.i18n import BlockTranslateNode, GetCurrentLanguageNode, TranslateNode
from django.utils.translation import gettext, ngettext

from games.presentation.words import spoken_language

Values: TypeAlias = Mapping[str, object]
Text: TypeAlias = Callable[[Values], str]
Getter: TypeAlias = Callable[[Values], Any]
Piece: TypeAlias = "str | Text"

_PART = "part"
"""The tag of `mail_words` that gives another template values of its own."""

_MISSING = object()
_ESCAPING, _PLAIN = Context(autoescape=True), Context(autoescape=False)


def rendered(name: str, values: Values, finish: Callable[[str], str] = str) -> str:
    """The template with these values, in the active language. Values are data: what can be called
    among them is shown, not called. Raises TemplateDoesNotExist.

    `finish` is done once to each piece that is the same in every text."""
    return _ready(Engine.get_default().get_template(name), spoken_language(), finish)(values)


@lru_cache(maxsize=1024)
def _ready(template: Template, _language: str | None, finish: Callable[[str], str]) -> Text:
    """Django keeps its templates until their files change, so these are kept by them."""
    known = Context()
    known.template = template
    return _Maker(known, finish).text(template.nodelist)


class _Maker:
    """Makes functions of nodes. `known` has what tags have named that is the same each time, and
    whether what is shown is escaped; `finish` is done to what is the same each time."""

    def __init__(self, known: Context, finish: Callable[[str], str]) -> None:
        self._known = known
        self._finish = finish
        self._blocks: dict[str, BlockNode] = {}
        self._asks_for_place = False

    def text(self, nodes: Iterable[Node]) -> Text:
        """The nodes as one function."""
        pieces = [
            self._finish(piece) if isinstance(piece, str) else piece
            for piece in _joined(self._pieces(nodes))
        ]
        if all(isinstance(piece, str) for piece in pieces):
            fixed = "".join(map(str, pieces))
            return lambda _values: fixed
        if len(pieces) == 1 and not isinstance(pieces[0], str):
            return pieces[0]
        whole = "".join(
            piece.replace("%", "%%") if isinstance(piece, str) else "%s" for piece in pieces
        )
        texts = [piece for piece in pieces if not isinstance(piece, str)]
        return lambda values: whole % tuple([text(values) for text in texts])

    def _inner(self, nodes: Any) -> Text:
        """The same, for nodes whose names are not those of what follows them."""
        with self._known.push():
            return self.text(nodes)

    def _pieces(self, nodes: Iterable[Node]) -> Iterator[Piece]:
        for node in nodes:
            yield from self._pieces_of(node)

    def _pieces_of(self, node: Node) -> Iterator[Piece]:
        match node:
            case TextNode():
                yield str(node.s)
            case ExtendsNode():
                self._blocks = {**node.blocks, **self._blocks}
                yield from self._pieces(self._template(node.parent_name).nodelist)
            case BlockNode():
                with self._known.push():
                    yield from self._pieces(self._blocks.get(node.name, node).nodelist)
            case AutoEscapeControlNode():
                kept, self._known.autoescape = self._known.autoescape, bool(node.setting)
                yield from list(self._pieces(node.nodelist))
                self._known.autoescape = kept
            case IncludeNode() if not node.extra_context and self._is_fixed(node.template):
                with self._known.push():
                    yield from list(self._pieces(self._template(node.template).nodelist))
            case _:
                yield self._piece(node)

    def _piece(self, node: Node) -> Piece:
        """The node as text where that is the same each time, or else as a function."""
        if self._is_same_each_time(node):
            return str(node.render(self._known))
        made: Piece | None = None
        match node:
            case VariableNode():
                made = self._shown(self._getter(node.filter_expression, ""))
            case BlockTranslateNode() if not node.message_context and not node.asvar:
                made = self._translated(node)
            case IfNode():
                made = self._chosen(node)
            case ForNode() if not self._has_named(node.loopvars) and not node.is_reversed:
                made = self._repeated(node)
            case WithNode() if not self._has_named(node.extra_context):
                made = self._with(node)
            case SimpleNode() if node.func.__name__ == _PART and self._is_fixed(node.args[0]):
                made = self._part(node)
        return self._by_django(node) if made is None else made

    def _template(self, name: Any) -> Template:
        engine: Engine = self._known.template.engine  # type: ignore[union-attr]
        return engine.get_template(str(name.resolve(self._known)))

    def _has_named(self, names: Iterable[str]) -> bool:
        return any(name in self._known for name in names)

    def _is_fixed(self, expression: FilterExpression) -> bool:
        variable = expression.var
        if expression.filters or not isinstance(variable, Variable):
            return not expression.filters
        return variable.lookups is None or variable.lookups[0] in self._known

    def _is_same_each_time(self, node: Node) -> bool:
        match node:
            case LoadNode() | GetCurrentLanguageNode():
                return True
            case VariableNode() | TranslateNode():
                return self._is_fixed(node.filter_expression)
            case SimpleNode():
                given = [*node.args, *node.kwargs.values()]
                return not node.takes_context and all(map(self._is_fixed, given))
        return False

    def _getter(self, expression: Any, missing: object) -> Getter:
        """What the expression is, with that for a name that is nowhere."""
        variable = expression.var
        if self._is_fixed(expression):
            fixed = expression.resolve(self._known)
            return lambda _values: fixed
        if expression.filters or not isinstance(variable, Variable) or variable.translate:
            context, is_lenient = self._context(), missing is None
            return lambda values: expression.resolve(context(values), ignore_failures=is_lenient)
        first, *rest = variable.lookups or ()
        self._asks_for_place |= first == "forloop"
        if rest:
            return _looked_up(first, rest, missing)
        return lambda values: values.get(first, missing)

    def _shown(self, get: Getter) -> Text:
        escapes = self._known.autoescape
        context = _ESCAPING if escapes else _PLAIN

        def show(values: Values) -> str:
            value = get(values)
            if type(value) is int and not settings.USE_THOUSAND_SEPARATOR:
                return str(value)
            if type(value) is not str:
                return str(render_value_in_context(value, context))
            return escape(value) if escapes else value

        return show

    def _translated(self, node: BlockTranslateNode) -> Piece:
        singular, names = node.render_token_list(node.singular)
        plural, more = node.render_token_list(node.plural or [])
        getters = {name: self._getter(given, "") for name, given in node.extra_context.items()}
        count = self._getter(node.counter, "") if node.counter is not None else None
        if count is not None:
            getters[str(node.countervar)] = count
        shown = {
            name: self._shown(getters.get(name) or self._named(name)) for name in (*names, *more)
        }
        by_django, words = self._by_django(node), gettext(singular)
        if not shown and count is None:
            return words % {}

        def say(values: Values) -> str:
            said = words if count is None else ngettext(singular, plural, count(values))
            try:
                return said % {name: show(values) for name, show in shown.items()}
            except (KeyError, ValueError):  # the translation has names of its own
                return by_django(values)

        return say

    def _named(self, name: str) -> Getter:
        if name in self._known:
            fixed = self._known[name]
            return lambda _values: fixed
        return lambda values: values.get(name, "")

    def _chosen(self, node: IfNode) -> Text:
        ways = [
            (self._test(condition) if condition is not None else None, self._inner(nodes))
            for condition, nodes in node.conditions_nodelists
        ]

        def choose(values: Values) -> str:
            for test, text in ways:
                if test is None or test(values):
                    return text(values)
            return ""

        return choose

    def _test(self, condition: Any) -> Getter:
        if isinstance(condition, Literal):
            return self._getter(condition.value, None)
        kind = getattr(condition, "id", "")
        if kind == "not":
            only = self._test(condition.first)
            return lambda values: not only(values)
        if kind not in _COMPARED:
            context = self._context()
            return lambda values: condition.eval(context(values))
        return _COMPARED[kind](self._test(condition.first), self._test(condition.second))

    def _repeated(self, node: ForNode) -> Text:
        sequence, names = self._getter(node.sequence, None), list(node.loopvars)
        outside, self._asks_for_place = self._asks_for_place, False
        text, empty = self._inner(node.nodelist_loop), self._inner(node.nodelist_empty)
        asks_for_place, self._asks_for_place = self._asks_for_place, outside

        def repeat(values: Values) -> str:
            items = list(sequence(values) or ())
            if not items:
                return empty(values)
            inside, texts = dict(values), []
            for number, item in enumerate(items, 1):
                _bind(inside, names, item)
                if asks_for_place:
                    inside["forloop"] = _place(number, len(items))
                texts.append(text(inside))
            return "".join(texts)

        return repeat

    def _with(self, node: WithNode) -> Text:
        getters = {name: self._getter(given, "") for name, given in node.extra_context.items()}
        text = self._inner(node.nodelist)
        return lambda values: text(
            {**values, **{name: get(values) for name, get in getters.items()}}
        )

    def _part(self, node: SimpleNode) -> Text:
        inside = self._getter(node.args[1], {})
        text = self._inner(self._template(node.args[0]).nodelist)
        return lambda values: text({**values, **inside(values)})

    def _by_django(self, node: Node) -> Text:
        context = self._context()
        return lambda values: str(node.render(context(values)))

    def _context(self) -> Callable[[Values], Context]:
        self._asks_for_place = True  # what Django renders may ask for it
        known, escapes, template = (
            self._known.flatten(),
            self._known.autoescape,
            self._known.template,
        )

        def made(values: Values) -> Context:
            context = Context({**values, **known}, autoescape=escapes)
            context.template = template
            return context

        return made


_COMPARED: dict[str, Callable[[Getter, Getter], Getter]] = {
    "and": lambda one, other: lambda values: one(values) and other(values),
    "or": lambda one, other: lambda values: one(values) or other(values),
    "==": lambda one, other: lambda values: one(values) == other(values),
    "!=": lambda one, other: lambda values: one(values) != other(values),
}


def _joined(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """The pieces with fixed ones that follow each other as one."""
    fixed = ""
    for piece in pieces:
        if isinstance(piece, str):
            fixed += piece
            continue
        if fixed:
            yield fixed
        fixed = ""
        yield piece
    if fixed:
        yield fixed


def _looked_up(first: str, rest: list[str], missing: object) -> Getter:
    def get(values: Values) -> object:
        value = values.get(first, _MISSING)
        for bit in rest:
            value = _inside(value, bit)
        return missing if value is _MISSING else value

    return get


def _inside(value: object, bit: str) -> object:
    """As Django looks it up: a key, an attribute, or a place in a list."""
    if isinstance(value, Mapping) and bit in value:
        return value[bit]
    if isinstance(value, list | tuple) and bit.isdecimal():
        return value[int(bit)] if int(bit) < len(value) else _MISSING
    return getattr(value, bit, _MISSING)


def _bind(values: dict[str, object], names: list[str], item: Any) -> None:
    if len(names) == 1:
        values[names[0]] = item
    else:
        values.update(zip(names, item, strict=True))


def _place(number: int, last: int) -> dict[str, object]:
    return {"counter": number, "first": number == 1, "last": number == last}
