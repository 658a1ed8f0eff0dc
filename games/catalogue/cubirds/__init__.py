"""CuBirds, for two to five players, and alone against RobinBird."""

from games.catalogue.cubirds.rules import BOTS, CuBirds
from games.catalogue.cubirds.rules.mutable_state import HAND
from games.catalogue.cubirds.rules.options import MOST_ROBIN_BIRDS
from games.catalogue.cubirds.rules.state import TURN_LIMIT
from games.catalogue.cubirds.rules.steady_bot import planned_turn
from games.rules.game import Game, gettext_noop

GAME = Game(
    package=__name__,
    rules=CuBirds(),
    rank=30,
    bots=BOTS,
    presentation="games.catalogue.cubirds.presentation:CuBirdsPresentation",
    words="games.catalogue.cubirds.words:WORDS",
    traits="games.catalogue.cubirds.rules.traits:TRAITS",
    plan=planned_turn,
    standing="draw; family any",
    decisions={1: (18, 18), 2: (58, 58), 3: (71, 71), 4: (82, 82), 5: (98, 98)},
    figures={"hand": HAND, "most_robin_birds": MOST_ROBIN_BIRDS, "turn_limit": TURN_LIMIT},
    pitch=gettext_noop(
        "Lay birds at the end of a row, take what they enclose, and send families home."
    ),
    cards=("flamingo", "owl", "parrot"),
    authors=gettext_noop(
        "CuBirds is by Stefan Alexander, illustrated by Kristiaan der Nederlanden, and published "
        "in Dutch by Gam'inBIZ."
    ),
    lesson="games.catalogue.cubirds.lesson:LESSON",
    style="games/table-cubirds.css",
)
