"""The guided first turns of Emu Ranchers: one bird, from hatching to profit."""

from games.rules.game import gettext_noop as _
from games.rules.lesson import Answer, Lesson, LessonStep

TWO_BIRDS = Answer(
    "hatch .*",
    _("Every bird costs 18 to feed. One long bird earns; two short ones eat you out of the farm."),
)
HATCH = LessonStep(
    _(
        "Hatch a bird: lay the first card of a row. All its cards must share a suit and then rise, "
        "or fall. Which card begins a long one?"
    ),
    (
        Answer(
            "hatch 2SY",
            _("Five of your six cards are Suns. From 2 the bird can rise through all of them."),
            is_good=True,
        ),
        Answer(
            "hatch 9MS",
            _(
                "That works as well: the bird falls from 9 through all your Suns. The lesson goes "
                "on with one that rises."
            ),
            is_good=True,
        ),
        Answer(
            "hatch 2MK",
            _("Moons would do for three more cards. %(2SY)s goes on with four, all of them Suns."),
        ),
        Answer(
            "hatch .*",
            _(
                "A bird rises or falls, never both. Beginning in the middle leaves out your cards "
                "on one side."
            ),
        ),
        Answer(
            ".*",
            _(
                "A discard only swaps a card. Five of your cards are Suns: there is a bird in your "
                "hand already."
            ),
        ),
    ),
)
GROW = LessonStep(
    _(
        "Let the bird grow: the next card must be higher and share a suit with all the others. "
        "Which one?"
    ),
    (
        Answer(
            "grow 3SK 1",
            _(
                "Small steps keep your other Suns in play. Suns are the only suit that both cards "
                "have, so it is a bird of Suns from now on."
            ),
            is_good=True,
        ),
        Answer(
            "grow .*",
            _(
                "Steps may be left out, but what you leave out never fits in again: %(3SK)s would "
                "be lost to this bird."
            ),
        ),
        TWO_BIRDS,
        Answer(".*", _("Discard when nothing fits. Here %(3SK)s does.")),
    ),
)
PREPARE = LessonStep(
    _(
        "Bruno has discarded %(5SV)s, a card of Suns. Whoever hatches or lets a bird grow may draw "
        "it. What do you lay first?"
    ),
    (
        Answer(
            "grow 4MS 1",
            _("The 4 goes below the 5. And now you may choose what to draw."),
            is_good=True,
        ),
        Answer("grow .*", _("Then the 5 comes too late: the bird has passed it. Lay the 4 first.")),
        TWO_BIRDS,
        Answer(
            ".*",
            _("Who discards must draw from the deck, and buries %(5SV)s under the own card."),
        ),
    ),
)
DRAW = LessonStep(
    _("Draw a card: from the deck, unseen, or %(5SV)s from the discard pile."),
    (
        Answer(
            "draw discard",
            _("It fits your bird, and you know it. Bruno knows it, too: he saw you take it."),
            is_good=True,
        ),
        Answer(
            ".*",
            _("It could be anything, and most cards do not fit. %(5SV)s is sure."),
        ),
    ),
)
FIVE = LessonStep(
    _("2, 3 and 4 make 9, and the feed costs 18. Go on."),
    (
        Answer("grow 5SV 1", _("14, and your two best Suns are still to come."), is_good=True),
        Answer("grow .*", _("That leaves the 5 out for good, and with it 5 points.")),
        TWO_BIRDS,
        Answer(".*", _("%(5SV)s fits now, and never later.")),
    ),
)
EIGHT = LessonStep(
    _("14: four short of the feed. Which card next?"),
    (
        Answer(
            "grow 8MS 1",
            _("22: the feed is paid, and all that comes now is profit."),
            is_good=True,
        ),
        Answer("grow .*", _("That pays the feed as well, but leaves the 8 in your hand.")),
        TWO_BIRDS,
        Answer(".*", _("A bird that is not fed loses what is missing. Pay for it first.")),
    ),
)
NINE = LessonStep(
    _("One more of the Suns is in your hand."),
    (
        Answer(
            "grow 9MS 1",
            _(
                "31 in all. The feed is paid with 9, 5 and 4, exactly 18, and 13 points are left: "
                "a fine bird."
            ),
            is_good=True,
        ),
        TWO_BIRDS,
        Answer(".*", _("%(9MS)s is worth 9 points on this bird. Lay it while you can.")),
    ),
)

LESSON = Lesson(
    seats=2,
    seed="ranch 8",
    about=_(
        "Raise birds: rows of cards with a suit in common. Feeding one costs 18, and what its "
        "cards are worth beyond that is your profit."
    ),
    steps=(HATCH, GROW, PREPARE, DRAW, FIVE, EIGHT, NINE),
    script=(
        "1 hatch 9LK",
        "1 discard 5SV",
        "1 grow 6LK 1",
        "1 grow 3LY 1",
        "1 hatch 4VL",
    ),
    done=_(
        "A year lasts until the deck is used up, and a match usually four years. An Ace or a Crown "
        "adds 5 to a bird that pays its feed, and costs 5 on one that does not."
    ),
)
