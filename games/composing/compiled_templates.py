"""Templates compiled once for each language, for those that are rendered by the thousand.

Django walks a template anew each time: it looks up words in the catalogue, names in nested contexts
and templates that are included. Here a template becomes a function in Python, a line or two for
each tag, and what is the same in every text of a language is joined with what stands beside it. A
tag that is not known here is rendered by Django; the text is the same as Django's.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from html import escape
from itertools import count
from typing import Any, NamedTuple, TypeAlias

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
Code: TypeAlias = list[str]
"""Lines of a function that `add` to its text."""

Piece: TypeAlias = str | Code
"""Text that is the same each time, or what makes it."""

_PART = "part"
"""The tag of `mail_words` that gives another template values of its own."""

_MISSING = object()
_ESCAPING, _PLAIN = Context(autoescape=True), Context(autoescape=False)
_KEYED = (dict, Mapping)
_has_marks = re.compile("[&<>\"']").search


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
    return _Compiler(known, finish).function(template.nodelist)


class _Scope(NamedTuple):
    """Where code finds what a template names: in the dictionary of this name, but for what tags
    have named, which are variables."""

    values: str = "values"
    named: Mapping[str, str] = {}

    def also(self, named: Mapping[str, str]) -> _Scope:
        """The same with more variables."""
        return _Scope(self.values, {**self.named, **named})

    @property
    def whole(self) -> str:
        """All that has a name, as a dictionary."""
        pairs = ", ".join(f"{name!r}: {variable}" for name, variable in self.named.items())
        return f"{{**{self.values}, {pairs}}}" if pairs else self.values


class _Compiler:
    """Makes Python of nodes. `known` has what tags have named that is the same each time, and
    whether what is shown is escaped; `finish` is done to what is the same each time."""

    def __init__(self, known: Context, finish: Callable[[str], str]) -> None:
        self._known = known
        self._finish = finish
        self._blocks: dict[str, BlockNode] = {}
        self._numbers = count()
        self._places: set[str] = set()
        self._names: dict[str, object] = {
            "escaped": _escaped, "plain": _plain, "inside": _inside, "MISSING": _MISSING,
            "place": _place, "ngettext": ngettext,
        }  # fmt: skip

    def function(self, nodes: Iterable[Node]) -> Text:
        """The nodes as a function of the values."""
        code = self._code(nodes, _Scope())
        lines = ["def text(values):", *_indented(["texts = []", "add = texts.append", *code])]
        source = "\n".join([*lines, "    return ''.join(texts)"])
        # Made of our own templates: texts and names stand in it as literals.
        exec(compile(source, f"<{self._known.template}>", "exec"), self._names)  # noqa: S102
        made: Any = self._names["text"]
        text: Text = made
        return text

    def _code(self, nodes: Iterable[Node], scope: _Scope) -> Code:
        code: Code = []
        for piece in _joined(self._pieces(nodes, scope)):
            code += [f"add({self._finish(piece)!r})"] if isinstance(piece, str) else piece
        return code or ["pass"]

    def _inner(self, nodes: Any, scope: _Scope) -> Code:
        """The same, for nodes whose names are not those of what follows them."""
        with self._known.push():
            return _indented(self._code(nodes, scope))

    def _pieces(self, nodes: Iterable[Node], scope: _Scope) -> list[Piece]:
        return [piece for node in nodes for piece in self._pieces_of(node, scope)]

    def _pieces_of(self, node: Node, scope: _Scope) -> list[Piece]:
        match node:
            case TextNode():
                return [str(node.s)]
            case ExtendsNode():
                self._blocks = {**node.blocks, **self._blocks}
                return self._pieces(self._template(node.parent_name).nodelist, scope)
            case BlockNode():
                with self._known.push():
                    return self._pieces(self._blocks.get(node.name, node).nodelist, scope)
            case AutoEscapeControlNode():
                kept, self._known.autoescape = self._known.autoescape, bool(node.setting)
                pieces = self._pieces(node.nodelist, scope)
                self._known.autoescape = kept
                return pieces
            case IncludeNode() if not node.extra_context and self._is_fixed(node.template):
                with self._known.push():
                    return self._pieces(self._template(node.template).nodelist, scope)
        return [self._piece(node, scope)]

    def _piece(self, node: Node, scope: _Scope) -> Piece:
        """The node as text where that is the same each time, or else as code."""
        if self._is_same_each_time(node):
            return str(node.render(self._known))
        code: Code | None = None
        match node:
            case VariableNode():
                code = [f"add({self._shown(self._value(node.filter_expression, scope, ''))})"]
            case BlockTranslateNode() if not node.message_context and not node.asvar:
                return self._translated(node, scope)
            case IfNode():
                code = self._chosen(node, scope)
            case ForNode() if not self._has_named(node.loopvars) and not node.is_reversed:
                code = self._repeated(node, scope)
            case WithNode() if not self._has_named(node.extra_context):
                code = self._with(node, scope)
            case SimpleNode() if node.func.__name__ == _PART and self._is_fixed(node.args[0]):
                code = self._part(node, scope)
        return [f"add({self._by_django(node, scope)})"] if code is None else code

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

    def _value(self, expression: Any, scope: _Scope, missing: object) -> str:
        """What the expression is, with that for a name that is nowhere."""
        variable = expression.var
        if self._is_fixed(expression):
            return self._kept(expression.resolve(self._known))
        if not isinstance(variable, Variable) or variable.translate or _are_odd(expression.filters):
            context, is_lenient = self._context(), missing is None
            return self._called(
                lambda values: expression.resolve(context(values), ignore_failures=is_lenient),
                scope,
            )
        first, *rest = variable.lookups or ()
        value = self._named(first, scope, "MISSING" if rest else repr(missing))
        if rest:
            value = f"inside({value}, {tuple(rest)!r}, {missing!r})"
        for function, given in expression.filters:
            kept = [self._kept(argument) for _is_looked_up, argument in given]
            value = f"{self._kept(function)}({', '.join((value, *kept))})"
        return value

    def _named(self, name: str, scope: _Scope, missing: str) -> str:
        if name in scope.named:
            self._places.add(scope.named[name])
            return scope.named[name]
        return f"{scope.values}.get({name!r}, {missing})"

    def _kept(self, value: object) -> str:
        """A value, or a function, by a name of its own."""
        name = f"kept{next(self._numbers)}"
        self._names[name] = value
        return name

    def _called(self, function: Callable[[Values], object], scope: _Scope) -> str:
        self._places.update(scope.named.values())
        return f"{self._kept(function)}({scope.whole})"

    def _shown(self, value: str) -> str:
        return f"{'escaped' if self._known.autoescape else 'plain'}({value})"

    def _translated(self, node: BlockTranslateNode, scope: _Scope) -> Piece:
        singular, names = node.render_token_list(node.singular)
        plural, more = node.render_token_list(node.plural or [])
        values = {name: self._value(given, scope, "") for name, given in node.extra_context.items()}
        if node.counter is not None:
            values[str(node.countervar)] = number = self._value(node.counter, scope, "")
            words = f"ngettext({singular!r}, {plural!r}, {number})"
        elif names:
            words = repr(gettext(singular))
        else:
            return gettext(singular) % {}
        pairs = (
            f"{name!r}: {self._shown(values.get(name) or self._known_or(name, scope))}"
            for name in dict.fromkeys((*names, *more))
        )
        said = f"add({words} % {{{', '.join(pairs)}}})"
        by_django = f"add({self._by_django(node, scope)})"
        # A translation may have names of its own.
        return ["try:", f"    {said}", "except (KeyError, ValueError):", f"    {by_django}"]

    def _known_or(self, name: str, scope: _Scope) -> str:
        if name in self._known:
            return self._kept(self._known[name])
        return self._named(name, scope, "''")

    def _chosen(self, node: IfNode, scope: _Scope) -> Code:
        code: Code = []
        for condition, nodes in node.conditions_nodelists:
            test = self._test(condition, scope) if condition is not None else "True"
            code += [f"{'elif' if code else 'if'} {test}:", *self._inner(nodes, scope)]
        return code

    def _test(self, condition: Any, scope: _Scope) -> str:
        if isinstance(condition, Literal):
            return self._value(condition.value, scope, None)
        kind = getattr(condition, "id", "")
        if kind == "not":
            return f"(not {self._test(condition.first, scope)})"
        if kind in _COMPARED:
            first, second = (self._test(one, scope) for one in (condition.first, condition.second))
            return f"({first} {kind} {second})"
        if kind in _ORDERED:
            first, second = (self._test(one, scope) for one in (condition.first, condition.second))
            return f"{self._kept(_ORDERED[kind])}({first}, {second})"
        context = self._context()
        return self._called(lambda values: condition.eval(context(values)), scope)

    def _repeated(self, node: ForNode, scope: _Scope) -> Code:
        number = next(self._numbers)
        items, place = f"items{number}", f"place{number}"
        names = {name: f"item{number}_{at}" for at, name in enumerate(node.loopvars)}
        inside = scope.also({**names, "forloop": place})
        body = self._inner(node.nodelist_loop, inside)
        each, places = ", ".join(names.values()), []
        if place in self._places:
            places = _indented([f"{place} = place(number{number}, len({items}))"])
            each = f"number{number}, {each}" if len(names) == 1 else f"number{number}, ({each})"
        return [
            f"{items} = list({self._value(node.sequence, scope, None)} or ())",
            f"for {each} in {f'enumerate({items}, 1)' if places else items}:",
            *places,
            *body,
            f"if not {items}:",
            *self._inner(node.nodelist_empty, scope),
        ]

    def _with(self, node: WithNode, scope: _Scope) -> Code:
        named = {name: f"value{next(self._numbers)}" for name in node.extra_context}
        code = [
            f"{named[name]} = {self._value(given, scope, '')}"
            for name, given in node.extra_context.items()
        ]
        with self._known.push():
            return [*code, *self._code(node.nodelist, scope.also(named))]

    def _part(self, node: SimpleNode, scope: _Scope) -> Code:
        values = f"values{next(self._numbers)}"
        self._places.update(scope.named.values())
        inside = f"{values} = {{**{scope.whole}, **{self._value(node.args[1], scope, {})}}}"
        with self._known.push():
            return [inside, *self._code(self._template(node.args[0]).nodelist, _Scope(values))]

    def _by_django(self, node: Node, scope: _Scope) -> str:
        context = self._context()
        return self._called(lambda values: str(node.render(context(values))), scope)

    def _context(self) -> Callable[[Values], Context]:
        known = self._known.flatten()
        escapes, template = self._known.autoescape, self._known.template

        def made(values: Values) -> Context:
            context = Context({**values, **known}, autoescape=escapes)
            context.template = template
            return context

        return made


_COMPARED = frozenset(("and", "or", "==", "!="))


def _lenient(compare: Callable[[Any, Any], Any]) -> Callable[[object, object], object]:
    """As Django does it: what cannot be compared is not so."""

    def compared(first: object, second: object) -> object:
        try:
            return compare(first, second)
        except Exception:
            return False

    return compared


_ORDERED = {
    "<": _lenient(operator.lt),
    ">": _lenient(operator.gt),
    "<=": _lenient(operator.le),
    ">=": _lenient(operator.ge),
}


def _are_odd(filters: Iterable[tuple[Any, Sequence[tuple[bool, object]]]]) -> bool:
    """Whether one of them asks for more than its value and what is the same each time."""
    asks = ("is_safe", "needs_autoescape", "expects_localtime")
    return any(
        any(getattr(function, ask, False) for ask in asks) or any(looked for looked, _ in given)
        for function, given in filters
    )


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


def _indented(code: Iterable[str]) -> Code:
    return [f"    {line}" for line in code]


def _escaped(value: object) -> str:
    if type(value) is str:
        return escape(value) if _has_marks(value) else value
    return _shown_by_django(value, _ESCAPING)


def _plain(value: object) -> str:
    return value if type(value) is str else _shown_by_django(value, _PLAIN)


def _shown_by_django(value: object, context: Context) -> str:
    if type(value) is int and not settings.USE_THOUSAND_SEPARATOR:
        return str(value)
    return str(render_value_in_context(value, context))


def _inside(value: object, bits: Sequence[str], missing: object) -> object:
    """As Django looks it up: a key, an attribute, or a place in a list."""
    for bit in bits:
        if isinstance(value, _KEYED) and bit in value:
            value = value[bit]
        elif isinstance(value, list | tuple) and bit.isdecimal():
            value = value[int(bit)] if int(bit) < len(value) else _MISSING
        else:
            value = getattr(value, bit, _MISSING)
    return missing if value is _MISSING else value


def _place(number: int, last: int) -> dict[str, object]:
    return {"counter": number, "first": number == 1, "last": number == last}
