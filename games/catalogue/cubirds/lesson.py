"""The guided first turns of CuBirds: two families in four turns."""

from games.rules.game import gettext_noop as _
from games.rules.lesson import Answer, Lesson, LessonStep

ENCLOSE = LessonStep(
    _(
        "Lay all your birds of one kind at the end of a row. If the row has that kind already, you "
        "take every bird in between. You hold one %(flamingo)s, and two are a family: which lay "
        "brings the other?"
    ),
    (
        Answer(
            "lay robin 3 right",
            _(
                "Between your robin and the one at the left end of row 3 lay a reed warbler and a "
                "flamingo. Both are in your hand now."
            ),
            is_good=True,
        ),
        Answer(
            "lay flamingo 3 left",
            _(
                "You took the robin and the reed warbler, but your only flamingo lies in the row "
                "now. Take flamingos by laying another kind."
            ),
        ),
        Answer(
            "lay toucan [12] right|lay duck 2 left",
            _("Two birds, well seen. But they make no family; the flamingo lies in row 3."),
        ),
        Answer(
            ".*",
            _(
                "You take only what lies between your birds and those of their kind. In row 3 two "
                "birds lie beside a robin, one of them the flamingo, and you hold a robin."
            ),
        ),
    ),
)
FAMILY = LessonStep(
    _(
        "Two flamingos are a family. One of them goes into your collection, the rest is discarded. "
        "Do you form it?"
    ),
    (
        Answer(
            "family flamingo",
            _(
                "Rare birds need few cards: two flamingos are enough, where robins need six. Seven "
                "kinds in your collection win, or three birds of each of two kinds."
            ),
            is_good=True,
        ),
        Answer(
            ".*",
            _(
                "A third flamingo would win two birds at once. But there are only seven flamingos, "
                "and it is a race: take the bird that is sure."
            ),
        ),
    ),
)
PARROTS = LessonStep(
    _(
        "You hold one %(parrot)s, and four are a family. Bruno has just laid another. Where do you "
        "get two at once?"
    ),
    (
        Answer(
            "lay duck 2 left",
            _(
                "Both parrots lay between the ducks: you hold three now. Only ducks were left in "
                "the row, so cards were added until another kind came."
            ),
            is_good=True,
        ),
        Answer(
            "lay duck 3 left",
            _(
                "Two robins. But you hold no other, and a family of robins takes six. The parrots "
                "of row 2 fit your hand better."
            ),
        ),
        Answer(
            ".*",
            _(
                "Not the parrots. They lie in row 2 before a duck, and you hold a duck: lay it on "
                "their other side."
            ),
        ),
    ),
)
PATIENCE = LessonStep(
    _(
        "Three parrots and three reed warblers: two families begun. Which lay brings two birds and "
        "spends none that you collect?"
    ),
    (
        Answer(
            "lay toucan 1 right",
            _(
                "A magpie and a fourth reed warbler for a single toucan. Keep an eye on the "
                "magpie: one card of a kind is enough to enclose with."
            ),
            is_good=True,
        ),
        Answer(
            "lay (warbler|parrot) .*",
            _(
                "A kind is always laid whole: all three go into the row, and the family is far "
                "off again."
            ),
        ),
        Answer(
            ".*",
            _(
                "One bird at most. In row 1 a reed warbler and a magpie lie behind a toucan, and "
                "you hold a toucan."
            ),
        ),
    ),
)
SWEEP = LessonStep(
    _(
        "Bruno enclosed nothing and drew two cards instead. His two reed warblers lie in row 1, "
        "and you hold four; six are a family."
    ),
    (
        Answer(
            "lay magpie 1 left",
            _(
                "Everything between the magpies is yours: two reed warblers and two toucans for a "
                "single card."
            ),
            is_good=True,
        ),
        Answer(
            "lay warbler .*",
            _(
                "All four reed warblers lie in the row now, where Bruno can take them. What you "
                "collect, enclose with another kind."
            ),
        ),
        Answer(
            ".*",
            _(
                "Not the reed warblers. They lie in row 1 before a magpie, and you hold a magpie: "
                "lay it on their left."
            ),
        ),
    ),
)
BIG = LessonStep(
    _("Six reed warblers: a family that wins one bird. With nine you would win two. Form it now?"),
    (
        Answer(
            "family warbler",
            _(
                "Three kinds in your collection, and Bruno has one. Common birds come fast, but "
                "take many cards."
            ),
            is_good=True,
        ),
        Answer(
            ".*",
            _(
                "Three more reed warblers take several turns, and meanwhile Bruno collects. Wait "
                "only if the rest is in sight."
            ),
        ),
    ),
)

LESSON = Lesson(
    seats=2,
    seed="flock 13",
    about=_("Birds have settled in four rows. Catch them by enclosing, and send families home."),
    steps=(ENCLOSE, FAMILY, PARROTS, PATIENCE, SWEEP, BIG),
    script=(
        "1 lay parrot 2 left",
        *("1 lay toucan 4 right", "1 family robin"),
        *("1 lay warbler 1 left", "1 draw"),
    ),
    done=_(
        "It goes on until somebody has seven kinds, or three birds of each of two kinds. If a lay "
        "encloses nothing, you may draw two cards."
    ),
)
