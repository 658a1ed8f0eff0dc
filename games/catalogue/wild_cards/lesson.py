"""The guided first rounds of Wild Cards: two animals and a refilled hand."""

from games.rules.game import gettext_noop as _
from games.rules.lesson import Answer, Lesson, LessonStep

BID = LessonStep(
    _(
        "Everyone secretly bids a card. High bids choose first, but a bid of 2 costs two cards, "
        "and a bid of 4 costs four. On offer: %(lion)s and %(peacock)s. What do you bid?"
    ),
    (
        Answer(
            "bid S2",
            _(
                "Two cards for an animal. Lions live in the savannah, and you hold more savannah "
                "to pay with: that will earn 2 points."
            ),
            is_good=True,
        ),
        Answer(
            "bid S3",
            _(
                "Not bad: you choose second as well. But a bid of 3 costs three cards, and here "
                "two were enough."
            ),
        ),
        Answer(
            "bid F4",
            _("Chiara bid 4 as well: a tie, and four cards for a single animal. That is dear."),
        ),
        Answer(
            "bid R",
            _(
                "The Refill card gives up the round to fill your hand to seven. It is full "
                "already: keep it for later."
            ),
        ),
        Answer(
            ".*",
            _(
                "A bid of 1 costs only itself, but chooses late: two animals for three players, "
                "and nothing was left for you."
            ),
        ),
    ),
)
TAKE = LessonStep(
    _(
        "Chiara chose first and took the %(peacock)s. Now it is your turn: take the %(lion)s, and "
        "pay one more card beside your bid."
    ),
    (
        Answer(
            "take lion S1",
            _(
                "Bid and payment are all savannah, where lions live: 2 points. Nobody has more "
                "lions, so you get their leader, which wins ties."
            ),
            is_good=True,
        ),
        Answer(
            "take lion S3",
            _("Also 2 points. But %(S3)s is a strong bid for later, and %(S1)s pays just as well."),
        ),
        Answer(
            "take lion .*",
            _("The lion is yours, but not the 2 points: not every card is savannah."),
        ),
        Answer(
            ".*",
            _("You take your bid back and draw two cards. An animal and 2 points are worth more."),
        ),
    ),
)
CHEAP = LessonStep(
    _(
        "Two animals of one kind: %(ibex)s, at home in the mountains. Five cards are left in your "
        "hand. What is enough to get one?"
    ),
    (
        Answer(
            "bid M1",
            _(
                "A bid of 1 costs only itself. Chiara refills, so there is an animal for each of "
                "you two, and %(M1)s is mountains."
            ),
            is_good=True,
        ),
        Answer(
            "bid F1",
            _("As cheap, and it gets an ibex. But forest earns no points for it; mountains do."),
        ),
        Answer(
            "bid R",
            _("Chiara refills too, and one ibex would go to nobody. Take what is cheap first."),
        ),
        Answer(
            ".*",
            _("A strong bid costs three or four of your five cards. Here a 1 would do."),
        ),
    ),
)
LEVEL = LessonStep(
    _("Bruno bid 3, took one %(ibex)s and its leader. The other is left, for your bid alone."),
    (
        Answer(
            "take ibex",
            _(
                "2 points, and the leader moves to you: drawing level is enough. The ibex leader "
                "brings your bid back at the end of a round, so %(M1)s cost nothing."
            ),
            is_good=True,
        ),
        Answer(
            ".*",
            _(
                "You draw two cards for it, but leave an animal, 2 points and a leader behind. "
                "Taking costs you nothing but the bid."
            ),
        ),
    ),
)
REFILL = LessonStep(
    _(
        "Five cards, and strong bids eat them up. The Refill card gives up this round and fills "
        "your hand to seven. Bid it?"
    ),
    (
        Answer(
            "bid R",
            _("Those who refill act first, before any animal is taken."),
            is_good=True,
        ),
        Answer(
            "bid .1",
            _(
                "The two others bid higher and took both animals. You had your card back and drew "
                "two: no harm, but no choice either."
            ),
        ),
        Answer(
            ".*",
            _(
                "It costs three or four of your five cards, and the next rounds find you with an "
                "empty hand."
            ),
        ),
    ),
)
DISCARD = LessonStep(
    _("Discard what you do not want, none or all, and draw until you hold seven."),
    (
        Answer(
            "refill",
            _(
                "Two new cards. Small ones are worth keeping: a bid of 1 costs only itself, and "
                "your ibex leader brings it back."
            ),
            is_good=True,
        ),
        Answer(
            ".*",
            _(
                "For each card that you discard you draw another. High cards choose early, low "
                "ones are cheap: a mix is best."
            ),
            is_good=True,
        ),
    ),
)

LESSON = Lesson(
    seats=3,
    seed="market 6",
    about=_(
        "Six kinds of animals come to market. Bid for them, and collect most of two kinds. Your "
        "cards show a habitat and a value from 1 to 4."
    ),
    steps=(BID, TAKE, CHEAP, LEVEL, REFILL, DISCARD),
    script=(
        *("1 bid F1", "2 bid F4", "2 take peacock F1 F2 M3"),
        *("1 bid S3", "2 bid R", "2 refill", "1 take ibex S2 S2"),
        *("1 bid F3", "2 bid S4", "2 take meerkat S1 M2 M2", "1 take peacock F1 F3"),
    ),
    done=_(
        "A match has 10 to 14 rounds. At the end the two kinds that you have most of count, and so "
        "do your leaders and the points on the way."
    ),
)
