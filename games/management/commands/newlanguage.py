"""`manage.py newlanguage`: the files of a language that is still to be translated."""

from __future__ import annotations

import re
from pathlib import Path

import django
import polib
from django.conf import settings
from django.conf.locale import LANG_INFO
from django.core.management.base import BaseCommand, CommandError, CommandParser


class Command(BaseCommand):
    """Write what a translator fills in; until then everything speaks English."""

    help = "Begin a language: its catalogue, its words of orders and its words of commands."
    requires_system_checks = ()  # needs no database

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("code", help="as Django writes it, such as pt")
        parser.add_argument("name", help="what the language calls itself, such as Português")

    def handle(self, *_args: object, code: str, name: str, **_options: object) -> None:
        if code in dict(settings.LANGUAGES):
            raise CommandError(f"{code} is spoken already.")
        if code not in LANG_INFO:
            raise CommandError(f"Django has no language {code!r}.")
        seeds: Path = settings.BASE_DIR / "seeds"
        with (seeds / "languages.toml").open("a", encoding="utf-8") as declared:
            declared.write(f'{code} = "{name}"\n')
        english = (seeds / "words" / "en.toml").read_text(encoding="utf-8")
        words = re.sub(r'^language = "en"$', f'language = "{code}"', english, flags=re.MULTILINE)
        (seeds / "words" / f"{code}.toml").write_text(words, encoding="utf-8")
        for name_of_file in ("mail/commands.toml", "mail/requests.toml", "members.toml"):
            path = seeds / name_of_file
            text = path.read_text(encoding="utf-8")
            text = re.sub(r"^en = (.*)$", rf"en = \1\n{code} = \1", text, flags=re.MULTILINE)
            path.write_text(text, encoding="utf-8")
        self._begin_catalogue(code)
        self.stdout.write(f"{name} is offered; docs/adding-a-language.md says what to translate.")

    def _begin_catalogue(self, code: str) -> None:
        """Every text of another catalogue without its translation; plurals as Django has them."""
        [locale] = settings.LOCALE_PATHS
        catalogue = polib.pofile(str(min(Path(locale).glob("*/LC_MESSAGES/django.po"))))
        of_django = Path(django.__file__).parent / f"conf/locale/{code}/LC_MESSAGES/django.po"
        plurals = polib.pofile(str(of_django)).metadata["Plural-Forms"]
        catalogue.header = ""
        catalogue.metadata |= {"Language": code, "Language-Team": "", "Plural-Forms": plurals}
        number = int(re.findall(r"nplurals=(\d+)", plurals)[0])
        for entry in catalogue:
            entry.msgstr, entry.flags, entry.tcomment = "", [], ""
            entry.msgstr_plural = dict.fromkeys(range(number), "") if entry.msgid_plural else {}
        folder = Path(locale) / code / "LC_MESSAGES"
        folder.mkdir(parents=True)
        catalogue.save(str(folder / "django.po"))
        catalogue.save_as_mofile(str(folder / "django.mo"))
