"""A member's hours and days away: one page, reached from the profile."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from games.common import clock
from games.common.errors import AbsenceError
from games.forms.availability import AbsenceForm, CalendarForm
from games.models import Member
from games.services.absences import absences_ahead, declare_absence, withdraw_absence
from games.views.post_only_pages import posted_from
from games.views.refusals import refusal
from games.views.request_helpers import in_member_zone, signed_in


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@in_member_zone
def calendar(request: HttpRequest) -> HttpResponse:
    """Quiet hours, weekends off, reminders; below them the absences that are announced."""
    row = Member.objects.get(pk=signed_in(request).pk)
    form = CalendarForm(request.POST if request.method == "POST" else None, instance=row)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, gettext("Saved. It applies from your next deadline on."))
        return redirect("profile-calendar")
    return _page(request, row, form, AbsenceForm())


@posted_from("profile-calendar")
@login_required
@in_member_zone
def add_absence(request: HttpRequest) -> HttpResponse:
    """Announce days away."""
    row = Member.objects.get(pk=signed_in(request).pk)
    form = AbsenceForm(request.POST)
    if form.is_valid():
        try:
            declare_absence(row, form.cleaned_data["first_day"], form.cleaned_data["last_day"])
        except AbsenceError as error:
            form.add_error(None, refusal(error))
        else:
            messages.success(request, gettext("Your absence is announced. Enjoy your time off!"))
            return redirect("profile-calendar")
    return _page(request, row, CalendarForm(instance=row), form)


@posted_from("profile-calendar")
@login_required
def end_absence(request: HttpRequest, absence_id: int) -> HttpResponse:
    """Take an absence back."""
    try:
        withdraw_absence(member=signed_in(request), absence_id=absence_id)
    except AbsenceError as error:
        messages.error(request, refusal(error))
    else:
        messages.success(request, gettext("The absence is removed. Deadlines already moved stay."))
    return redirect("profile-calendar")


def _page(
    request: HttpRequest, member: Member, form: CalendarForm, absence_form: AbsenceForm
) -> HttpResponse:
    context = {
        "form": form,
        "absence_form": absence_form,
        "absences": list(absences_ahead(member, clock.now())),
        "zone": member.time_zone,
    }
    status = 422 if form.errors or absence_form.errors else 200
    return render(request, "games/calendar.html", context, status=status)
