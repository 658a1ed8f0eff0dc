"""Emu Ranchers, a game for two with the Decktet."""

from games.catalogue.emu_ranchers.rules import BOTS, EmuRanchers
from games.catalogue.emu_ranchers.rules.steady_bot import planned_turn
from games.rules.game import Game, gettext_noop

GAME = Game(
    package=__name__,
    rules=EmuRanchers(),
    rank=40,
    bots=BOTS,
    presentation="games.catalogue.emu_ranchers.presentation:EmuRanchersPresentation",
    words="games.catalogue.emu_ranchers.words:WORDS",
    traits="games.catalogue.emu_ranchers.rules.traits:TRAITS",
    plan=planned_turn,
    standing="draw deck; best",
    decisions={2: (141, 145)},
    pitch=gettext_noop(
        "Raise birds card by card and make them pay for their feed, against one opponent."
    ),
    cards=("AV", "4MS", "9VY"),
    authors=gettext_noop(
        "Emu Ranchers is a game for the Decktet, a deck of cards by P. D. Magnus."
    ),
    lesson="games.catalogue.emu_ranchers.lesson:LESSON",
    style="games/table-emu-ranchers.css",
)
