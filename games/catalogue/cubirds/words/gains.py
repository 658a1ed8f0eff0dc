"""What a lay takes, said beside the lay: "row 2 left, and the three magpies are mine"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from games.catalogue.cubirds.rules.cards import LETTER, SMALL, SPECIES
from games.catalogue.cubirds.rules.laying import enclosed
from games.catalogue.cubirds.rules.view import CuBirdsView
from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN, Token
from games.words.lexicon.typos import is_slip
from games.words.lexicon.vocabulary import LANGUAGES
from games.words.positions.scene import OrderScene
from games.words.speech.clauses import ORDERING, Act, Clause, is_order_word
from games.words.speech.doers import doer

ROWS = ("1", "2", "3", "4")
ROW_KINDS = (tags.NUMBER, tags.ORDINAL, "NAMED_ROW")
_LATER = ("family", "draw", "stay", "done")
_BREAKS = ("THEN", "OR", tags.BUT, tags.CORRECT, tags.RETRACT, tags.DROP)
_COUNTS = (tags.NUMBER, tags.ORDINAL, "ALL", "HOW")
_PLACES = ("SIDE", "ROW", "NAMED_ROW")
_FAMILY = (tags.VERB, "family")
_DENIES = (tags.NOT, "NONE", "OR", "THEN")


@dataclass(slots=True)
class _Run:
    """Clauses of one sentence that speak of one lay, and their words up to a later step."""

    clauses: list[Clause]
    tokens: list[Token] = field(default_factory=list)

    @property
    def rows(self) -> set[str]:
        return set(rows_named(self.tokens))

    @property
    def sides(self) -> set[str]:
        return {token.value for token in self.tokens if token.kind == "SIDE"}

    @property
    def birds(self) -> set[str]:
        return {token.value for token in self.tokens if token.kind == "SPECIES"}


def settle_gains(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Judge anew, in place, what stands beside the one lay of a text: its gains, and talk."""
    if scene.kind != "lay" or not isinstance(scene.view, CuBirdsView):
        return
    runs = [run for run in _runs(clauses) if len(run.rows) == len(run.sides) == 1]
    if len(runs) != 1:
        return
    (run,) = runs
    laid = [bird for bird in run.birds if _is_laid(scene.view, run, bird)]
    if len(laid) != 1:
        return
    taken = _taken(scene.view, run, laid[0])
    gains = [one for one in _drop_gains(scene.rules.key, run, laid[0]) if one in taken]
    place = clauses.index(run.clauses[0])
    for clause in clauses[:place]:
        _settle_talk(clause)
    behind = [one for one in clauses[place:] if one not in run.clauses]
    for clause in behind:
        _settle_homecoming(scene.view, run, laid[0], clause)
    _settle_behind(behind, taken, gains)
    _settle_counts(behind, scene.view, run, laid[0])


def _settle_counts(clauses: Sequence[Clause], view: CuBirdsView, run: _Run, laid: str) -> None:
    """Make a reason of how many birds the lay takes: "…, that's three in one go"."""
    (side,) = run.sides
    number = str(len(enclosed(_row(view, run), LETTER[laid], side)))
    for clause in clauses:
        verbs = {token.value for token in clause.tokens if token.kind == tags.VERB}
        counts = [one.value for one in clause.tokens if one.kind == tags.NUMBER]
        is_plain = not clause.has("SPECIES", *_PLACES, *_DENIES, "ALL") and not clause.is_question
        is_told = clause.act in (Act.ORDER, Act.TALK) and clause.lead in ("", tags.THEREFORE)
        if is_told and is_plain and number in counts and verbs <= {"gain", "draw"}:
            clause.act, clause.lead, clause.tokens = Act.REASON, "", []


def _runs(clauses: Sequence[Clause]) -> Iterator[_Run]:
    run = _Run([])
    is_later = False
    for clause in clauses:
        is_idle = clause.act is Act.ASIDE and not (clause.lead or clause.things)
        if is_idle and not clause.has(tags.NOT, tags.OTHERS, tags.DOUBT):
            continue  # "the warbler, poor thing, goes …"
        is_own = clause.act is Act.ORDER or _is_reason(clause)
        is_new = bool(run.clauses) and run.clauses[-1].sentence != clause.sentence
        if run.clauses and (not is_own or is_new or clause.lead in _BREAKS):
            yield run
            run, is_later = _Run([]), False
        if is_own and clause.lead not in ("THEN", "OR"):
            run.clauses.append(clause)
            for token in clause.tokens:
                is_later = is_later or (token.kind == tags.VERB and token.value in _LATER)
                run.tokens.extend([] if is_later else [token])
    if run.clauses:
        yield run


def _is_reason(clause: Clause) -> bool:
    """Whether a clause was taken for a reason and may be the lay that it speaks of."""
    is_plain = clause.act is Act.REASON and not clause.lead
    return is_plain and clause.has("SPECIES") and clause.has("SIDE")


def _is_laid(view: CuBirdsView, run: _Run, bird: str) -> bool:
    """Whether this bird can be laid so that it takes all others that are named, but for one that
    says where: "to the left of the ducks in row 3"."""
    others = run.birds - {bird} - _beside(view, run)
    return bird in (view.hand or ()) and others <= _taken(view, run, bird)


def _beside(view: CuBirdsView, run: _Run) -> set[str]:
    """The bird at the end of the row where the lay is."""
    (row,), (side,) = run.rows, run.sides
    birds = view.rows[int(row) - 1]
    return set(birds[:1] if side == "left" else birds[-1:])


def _settle_homecoming(view: CuBirdsView, run: _Run, laid: str, clause: Clause) -> None:
    """Make a reason of birds that only come home from the table, too few for a family: "… then that
    owl comes home with me"."""
    families = [token for token in clause.tokens if (token.kind, token.value) == _FAMILY]
    is_named = any(token.written.casefold().startswith(_NOUN) for token in families)
    birds = {token.value for token in clause.tokens if token.kind == "SPECIES"}
    row = _row(view, run)
    enough = any(
        list(view.hand or ()).count(bird) + row.count(LETTER[bird]) >= SMALL[SPECIES.index(bird)]
        for bird in birds
    )
    if families and birds and not is_named and not enough and birds <= _taken(view, run, laid):
        clause.act, clause.lead = Act.REASON, ""
        clause.tokens = [token for token in clause.tokens if token not in families]


_NOUN = "fam"
"""So the word for a family begins in all languages."""


def _row(view: CuBirdsView, run: _Run) -> str:
    (row,) = run.rows
    return "".join(LETTER[each] for each in view.rows[int(row) - 1])


def _taken(view: CuBirdsView, run: _Run, bird: str) -> set[str]:
    (side,) = run.sides
    names = {letter: name for name, letter in LETTER.items()}
    return {names[letter] for letter in enclosed(_row(view, run), LETTER[bird], side)}


def _drop_gains(game: str, run: _Run, laid: str) -> list[str]:
    """Leave the lay, and whatever is a later step, of the words of its clauses; returns what is
    said to be taken."""
    gains = [bird for bird in run.birds if bird != laid]
    missing = {"SPECIES", "SIDE", "row"}
    is_later = False
    for clause in run.clauses:
        had_gain = any(token.value in gains for token in clause.tokens)
        kept: list[Token] = []
        for index, token in enumerate(clause.tokens):
            is_later = is_later or _is_step(token)
            rest = clause.tokens[index:]
            is_end = token.kind in ("AND", "SPECIES", *_COUNTS) and not missing and not is_later
            if is_end and _only_talks(game, rest, gains):
                break
            is_told = token.value == "states" and not any(map(is_order_word, clause.tokens[:index]))
            if is_later or not (is_told or _is_gain_at(clause.tokens, index, laid)):
                kept.append(token)
            if (token.kind, token.value) == _FAMILY:
                kept.extend(_named_family(rest, gains))
            missing -= {"row" if token.kind in ROW_KINDS else token.kind}
        clause.tokens = kept
        _judge(clause, had_gain=had_gain)
    return gains


def _judge(clause: Clause, *, had_gain: bool) -> None:
    """Say of a clause of the lay whether anything of that is left in it."""
    is_left = clause.has("SPECIES", "SIDE", *ROW_KINDS)
    if clause.act is Act.REASON and is_left:
        clause.act = Act.ORDER
    elif had_gain and not is_left and not clause.has(tags.VERB):
        clause.act, clause.lead = Act.REASON, ""


def _is_step(token: Token) -> bool:
    return token.kind == tags.VERB and token.value in _LATER


def _only_talks(game: str, rest: Sequence[Token], gains: Sequence[str]) -> bool:
    """Whether the rest of a clause names nothing but gains, and neither denies nor goes on."""
    is_gain = all(token.value in gains for token in rest if token.kind == "SPECIES")
    said = {token.kind for token in rest}
    unknown = [token.value for token in rest if token.kind == UNKNOWN]
    is_told = bool(unknown) or "SPECIES" in said
    is_told = is_told and not any(is_slip(game, one, each) for one in unknown for each in LANGUAGES)
    steps = any(map(_is_step, rest))
    return is_gain and is_told and not steps and said.isdisjoint((*_DENIES, "SIDE", "ROW"))


def _is_gain_at(tokens: Sequence[Token], index: int, laid: str) -> bool:
    """Whether a bird that is taken, or its number, stands here."""
    bird = next((one for one in tokens[index:] if one.kind not in _COUNTS), None)
    is_gain = bird is not None and bird.kind == "SPECIES" and bird.value != laid
    return is_gain and tokens[index].kind in ("SPECIES", *_COUNTS)


def _named_family(rest: Sequence[Token], gains: Sequence[str]) -> list[Token]:
    """The birds of a family that names none: those that were taken for it."""
    is_named = any(token.kind in ("SPECIES", "ANY", "NONE") for token in rest)
    if is_named or len(gains) != 1:
        return []
    return [rest[0]._replace(kind="SPECIES", value=gains[0], language="")]


def _settle_talk(clause: Clause) -> None:
    """Make what only tells of birds before the lay a reason for it."""
    is_named = clause.has("SPECIES") and not clause.has(tags.VERB, *_PLACES)
    is_talk = is_named and (clause.has(UNKNOWN) or clause.has_state)
    if clause.act is Act.ORDER and not clause.lead and is_talk:
        clause.act = Act.REASON


def _settle_behind(clauses: Sequence[Clause], taken: set[str], gains: list[str]) -> None:
    """Tell the birds that the lay takes from those of a family, in what stands behind it."""
    for clause in clauses:
        birds = [token.value for token in clause.tokens if token.kind == "SPECIES"]
        is_told = clause.act is Act.ORDER and clause.lead not in ("THEN", "OR")
        if any(map(_is_step, clause.tokens)):
            _settle_family(clause, gains)
            return
        if clause.act is Act.REASON and birds and set(birds) <= taken:
            gains = birds
        if is_told and birds and set(birds) <= taken and not clause.has(tags.VERB, *_PLACES):
            clause.act, clause.lead = Act.REASON, ""
            gains = birds


def _settle_family(clause: Clause, gains: Sequence[str]) -> None:
    """Make a family that follows from what is taken a step: "… so I lay those down as a family"."""
    families = [token for token in clause.tokens if (token.kind, token.value) == _FAMILY]
    is_reason = clause.act is Act.REASON or clause.lead in (tags.BECAUSE, tags.THEREFORE)
    is_theirs = clause.has(tags.OTHERS) or doer(clause) is not None
    if not families or is_theirs or clause.has(tags.NOT, "NONE", tags.DOUBT):
        return
    if clause.act in ORDERING and clause.lead != tags.THEREFORE:
        clause.tokens.extend(_named_family(clause.tokens, gains))
    elif is_reason:
        then = families[0]._replace(kind="THEN", value="then", written="then", language="")
        clause.act, clause.lead = Act.ORDER, "THEN"
        birds = [token for token in clause.tokens if token.kind == "SPECIES"]
        clause.tokens = [then, families[0], *(birds or _named_family(clause.tokens, gains))]


def rows_named(tokens: Sequence[Token]) -> list[str]:
    """The rows that these words name; a number before birds counts them."""
    before = [None, *tokens]
    after = [*tokens[1:], None]
    return [
        token.value
        for last, token, following in zip(before, tokens, after, strict=False)
        if token.kind in ROW_KINDS and token.value in ROWS
        if (last is not None and last.kind == "ROW")
        or ((following is None or following.kind != "SPECIES") and not _is_all(last))
    ]


def _is_all(token: Token | None) -> bool:
    return token is not None and token.kind == "ALL"
