"""What is to be told to whom: one class a kind of mail, with all that is known of the kind.

Services make a letter and hand it to the outbox; `games.composing` shows it when its row is sent.
"""

from importlib import import_module
from pkgutil import iter_modules

for module in iter_modules(__path__, f"{__name__}."):
    import_module(module.name)  # its classes register
