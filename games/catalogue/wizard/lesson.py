"""The guided first round of Wizard: the fourth of a match of three, with four cards each."""

from games.rules.game import gettext_noop as _
from games.rules.lesson import Answer, Lesson, LessonStep

BEFORE = """
1 bid 1, 2 bid 0, 0 bid 1, 1 play R8, 2 play R7, 0 play Z,
2 bid 1, 0 bid 1, 1 bid 1, 2 play G13, 0 play R12, 1 play G2, 0 play B13, 1 play Y5, 2 play B10,
0 bid 2, 1 bid 1, 2 bid 1, 0 play G10, 1 play G3, 2 play B9, 0 play R12, 1 play Y3, 2 play B8,
0 play B12, 1 play B7, 2 play B13
"""

BID = LessonStep(
    _(
        "Red is trump, because %(R13)s was turned up: a red card beats the other colours. How many "
        "of the four tricks will your cards take?"
    ),
    (
        Answer(
            "bid 2",
            _(
                "The wizard takes its trick for certain, and only one green card is higher than "
                "%(G12)s. %(B3)s and the jester take nothing."
            ),
            is_good=True,
        ),
        Answer(
            "bid 1",
            _(
                "The wizard takes one for certain. But %(G12)s is so high that you would have to "
                "get rid of it in time, or take one too many."
            ),
        ),
        Answer(
            ".*",
            _(
                "Each trick above or below your bid costs 10 points. The wizard and %(G12)s can "
                "take two; %(B3)s and the jester are too low to count on, and too few to lose all."
            ),
        ),
    ),
)
FOLLOW = LessonStep(
    _(
        "Bruno led %(B7)s and Chiara is ahead with %(B11)s. You hold a blue card, so you may play "
        "%(B3)s, or the wizard or the jester, which are always allowed. %(G12)s is not."
    ),
    (
        Answer(
            "play Z",
            _(
                "The wizard beats everything. That is your first trick, and who takes a trick "
                "leads the next."
            ),
            is_good=True,
        ),
        Answer(
            "play B3",
            _(
                "You lose the trick and keep the wizard. That can work, but the others go on "
                "leading, and %(G12)s may be trumped before you can use it."
            ),
        ),
        Answer(
            ".*",
            _(
                "The jester loses to everything. Keep it for a trick that you do not want: now "
                "you still need two."
            ),
        ),
    ),
    on_first_page=True,
)
LEAD = LessonStep(
    _("One trick of two is yours, and you lead. Which card takes the second?"),
    (
        Answer(
            "play G12",
            _(
                "Whoever has green must follow, and nobody beat it. Lead a high card early, while "
                "the others still have its colour: later they may trump it."
            ),
            is_good=True,
        ),
        Answer(
            ".*",
            _(
                "That takes no trick, and %(G12)s grows weaker: the longer you wait, the sooner "
                "somebody has no green left and trumps it."
            ),
        ),
    ),
)
AVOID = LessonStep(
    _("Two tricks, just as you bid. From now on every trick costs you. Which card do you lead?"),
    (
        Answer(
            "play N",
            _(
                "Any other card beats a jester, and the next card decides the colour. The last "
                "trick is %(B3)s, which loses to green: two bid, two taken."
            ),
            is_good=True,
        ),
        Answer(
            ".*",
            _(
                "%(B3)s is low, but it takes the trick if nobody has blue or trump. The jester "
                "loses for certain."
            ),
        ),
    ),
)

LESSON = Lesson(
    seats=3,
    seed="lesson 139",
    about=_(
        "Say how many tricks you will take, then take exactly that many. Three rounds are over; in "
        "this one everybody holds four cards."
    ),
    steps=(BID, FOLLOW, LEAD, AVOID),
    script=(
        *(line.strip() for line in BEFORE.split(",")),
        *("1 bid 1", "2 bid 1", "1 play B7", "2 play B11"),
        *("1 play G7", "2 play N"),
        *("1 play Y7", "2 play Y3", "1 play G8", "2 play G11", "0 play B3"),
    ),
    done=_(
        "An exact bid earns 20 points and 10 for each trick; a wrong one loses 10 for each trick "
        "too many or too few. Every round brings one card more, up to twenty with three players."
    ),
)
