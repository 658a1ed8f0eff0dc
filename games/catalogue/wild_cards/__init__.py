"""Wild Cards, editions 2020 and 2022, with the virtual player Leo."""

from games.catalogue.wild_cards.rules import BOTS, WildCards
from games.catalogue.wild_cards.rules.steady_bot import planned_round
from games.rules.game import Game, gettext_noop

GAME = Game(
    package=__name__,
    rules=WildCards(),
    rank=10,
    bots=BOTS,
    presentation="games.catalogue.wild_cards.presentation:WildCardsPresentation",
    words="games.catalogue.wild_cards.words:WORDS",
    traits="games.catalogue.wild_cards.rules.traits:TRAITS",
    plan=planned_round,
    standing="swap none; refill; pay cheapest or pass; take any cheapest or pass",
    decisions={2: (46, 62), 3: (65, 98), 4: (72, 116), 5: (70, 122)},
    pitch=gettext_noop(
        "Bid a card in secret, take animals from the market, and lead your two best species."
    ),
    cards=("F3", "peacock", "S4"),
    authors=gettext_noop(
        "Wild Cards is by Ferdinand Schnitzler, illustrated by Kristiaan der Nederlanden, and "
        "published by Board Game Circus and Gam'inBIZ."
    ),
    lesson="games.catalogue.wild_cards.lesson:LESSON",
    style="games/table.css",
)
