"""Writing down private notes, in place where the page has its script."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext

from games import selectors
from games.common.errors import MatchError
from games.models import Member
from games.selectors import MatchTable
from games.selectors.notes import TableNotes
from games.services import notes
from games.views.post_only_pages import posted_from
from games.views.refusals import refusal
from games.views.request_helpers import is_for_a_part, seen_match, signed_in


def note_form(address: str, text: str) -> dict[str, object]:
    """What `games/_note_form.html` needs."""
    return {"address": address, "text": text, "longest": notes.LONGEST_NOTE}


def notes_context(
    member: Member | None, table: MatchTable, *, has_any: bool = True
) -> dict[str, object]:
    """What the member has noted about the match and the others at it, and the form for more.

    Nothing is read where it is known that they have noted nothing at all.
    """
    if member is None:
        return {}
    people = {row.member_id for row in table.players} - {None, member.pk}
    found = TableNotes(None, ())
    if has_any:
        found = selectors.table_notes(member, table.match, people)
    address = reverse("match-note", kwargs={"code": table.match.code})
    return {"notes": found, "note_form": note_form(address, found.own.text if found.own else "")}


@posted_from("match", "code", anchor="notes")
@login_required
def match_note(request: HttpRequest, code: str) -> HttpResponse:
    """Keep the note about a match that the writer may see."""
    writer, match = signed_in(request), seen_match(request, code).match
    text = request.POST.get("text", "")
    address = reverse("match-note", kwargs={"code": match.code})
    back = reverse("match", kwargs={"code": match.code}) + "#notes"
    try:
        note = notes.write_match_note(writer=writer, match=match, text=text)
    except MatchError as error:
        return _answer(request, address, back, text, error=refusal(error))
    return _answer(request, address, back, note.text if note is not None else "")


@posted_from("member", "member", anchor="notes")
@login_required
def member_note(request: HttpRequest, member: int) -> HttpResponse:
    """Keep the note about another member."""
    writer, text = signed_in(request), request.POST.get("text", "")
    about = Member.objects.filter(pk=member, is_active=True).first()
    if about is None or about.pk == writer.pk:
        raise Http404
    address = reverse("member-note", kwargs={"member": about.pk})
    back = reverse("member", kwargs={"member": about.pk}) + "#notes"
    try:
        note = notes.write_member_note(writer=writer, about=about, text=text)
    except MatchError as error:
        return _answer(request, address, back, text, error=refusal(error))
    return _answer(request, address, back, note.text if note is not None else "")


def _answer(
    request: HttpRequest, address: str, back: str, text: str, *, error: str = ""
) -> HttpResponse:
    said = gettext("Saved. Only you can read it.") if text else gettext("Note deleted.")
    if is_for_a_part(request):
        context = note_form(address, text) | {"error": error}
        context["said"] = "" if error else said
        return render(request, "games/_note_form.html", {"note_form": context})
    if error:
        messages.error(request, error)
    else:
        messages.success(request, said)
    return redirect(back)
