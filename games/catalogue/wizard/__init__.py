"""Wizard, for two to six players, with its seven variants."""

from games.catalogue.wizard.rules import BOTS, Wizard
from games.catalogue.wizard.rules.steady_bot import planned_round
from games.rules.game import Game, gettext_noop

GAME = Game(
    package=__name__,
    rules=Wizard(),
    rank=20,
    bots=BOTS,
    presentation="games.catalogue.wizard.presentation:WizardPresentation",
    words="games.catalogue.wizard.words:WORDS",
    traits="games.catalogue.wizard.rules.traits:TRAITS",
    plan=planned_round,
    standing="; ".join(["play any"] * 19),
    decisions={2: (43, 49), 3: (570, 570), 4: (420, 420), 5: (340, 340), 6: (287, 287)},
    pitch=gettext_noop("Say how many tricks you will take, then take exactly that many."),
    cards=("R12", "Z", "B7"),
    authors=gettext_noop("Wizard is by Ken Fisher."),
    lesson="games.catalogue.wizard.lesson:LESSON",
    style="games/table-wizard.css",
)
