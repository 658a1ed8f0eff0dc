"""What entrants are to be told: one class a kind of mail about tournaments, with its words."""

from importlib import import_module
from pkgutil import iter_modules

for module in iter_modules(__path__, f"{__name__}."):
    import_module(module.name)  # its classes register
