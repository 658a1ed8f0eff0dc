"""Which names a person may take at the table: visible, their own, and nobody else's look."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import Member
from games.models.lookalikes import mixed_scripts, name_skeleton
from games.selectors.bot_personas import BOT_NAMES
from games.services.bot_accounts import BOT_MARK, marked_name

OFFICES = """
    admin administrator administration moderator mod operator staff support helpdesk help service
    official system root owner security abuse postmaster hostmaster webmaster mailer daemon
    noreply bot robot
    amministratore amministratrice amministrazione moderatore moderatrice operatore operatrice
    assistenza supporto servizio ufficiale sicurezza proprietario
    administrador administradora administracion administración moderadora operador operadora
    soporte ayuda servicio oficial seguridad propietario
    beheerder beheer operateur ondersteuning hulp dienst officieel veiligheid eigenaar
""".split()  # noqa: SIM905
"""No name holds one of these words, in whatever letters: it would speak for the service."""
TAKEN_AS_A_WHOLE = [
    *("Leo", "you", "nobody", "anonymous", "former member", "Wild Cards", "Wild Cards by mail"),
    *("mailer daemon", "no reply"),
    *BOT_NAMES,
]
"""The virtual players, and what the service calls itself and those without a name."""


@cache
def _reserved() -> tuple[frozenset[str], frozenset[str]]:
    return (
        frozenset(name_skeleton(word) for word in OFFICES),
        frozenset(_run_together(name_skeleton(name)) for name in [*OFFICES, *TAKEN_AS_A_WHOLE]),
    )


def _run_together(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def is_reserved(name: str) -> bool:
    """Whether the name, in letters that look like others or not, poses as the service."""
    words, wholes = _reserved()
    bare = [part.strip("0123456789") for part in re.split(r"[\W_]+", name)]
    skeletons = [name_skeleton(part) for part in bare]
    return bool(words.intersection(skeletons)) or _run_together("".join(skeletons)) in wholes


def clean_member_name(name: str, *, but: Member | None = None) -> str:
    """A name fit for a table: one line, visible, and not taken for another member's.

    A member keeps the name that they have, whatever the rules have become (`but`).
    Raises ValidationError with words for the person.
    """
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if but and but.pk and name == Member.objects.values_list("name", flat=True).get(pk=but.pk):
        return name
    if but and but.is_bot_account:
        return marked_name(_checked(name.removesuffix(BOT_MARK), but))
    return _checked(name, but)


def _checked(name: str, but: Member | None) -> str:
    if not any(character.isalnum() for character in name):
        raise forms.ValidationError(_("The name needs at least one letter or digit."))
    if any(unicodedata.category(character) in {"Cc", "Cf", "Co", "Cs"} for character in name):
        raise forms.ValidationError(_("The name contains invisible characters."))
    if any(character in '@,;<>"' for character in name):
        raise forms.ValidationError(
            _("Leave out @ , ; < > and quotes: your name appears in mail headers.")
        )
    if mixed_scripts(name):
        raise forms.ValidationError(
            _("The name mixes alphabets with look-alike letters. Use one alphabet.")
        )
    if is_reserved(name):
        raise forms.ValidationError(
            _("People would take this name for us or one of our bots. Choose another.")
        )
    _refuse_taken(name, but)
    return name


def _refuse_taken(name: str, but: Member | None) -> None:
    others = Member.objects.named_alike(name)
    if but and but.pk:
        others = others.exclude(pk=but.pk)
    taken = others.values_list("name", flat=True).first()
    if taken is None:
        return
    if taken.casefold() == name.casefold():
        raise forms.ValidationError(_("Somebody already plays under this name."))
    raise forms.ValidationError(
        _("This name is too similar to “%(name)s”, who already plays here. Choose another."),
        params={"name": taken},
    )


if TYPE_CHECKING:
    MemberForm = forms.ModelForm[Member]
else:
    # Django's own class takes no type argument when the program runs.
    MemberForm = forms.ModelForm


class NamedMemberForm(MemberForm):
    """Whatever a form changes of a member, the name stays fit for a table."""

    def clean_name(self) -> str:
        return clean_member_name(self.cleaned_data["name"], but=self.instance)
