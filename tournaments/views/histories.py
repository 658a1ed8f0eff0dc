"""Finished matches, to browse and to search."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.views.request_helpers import in_member_zone, member_of
from tournaments.forms.histories import HistoriesForm
from tournaments.selectors.match_histories import histories
from tournaments.views.figure_rows import narrowed_words

ON_A_PAGE = 20


@require_safe
@in_member_zone
def histories_page(request: HttpRequest) -> HttpResponse:
    """The search form and what it finds, in pages; the address holds the whole search."""
    form = HistoriesForm(request.GET or None)
    word = request.GET.get("page", "1")
    page = int(word) if word.isascii() and word.isdigit() and 0 < int(word) < 10_000 else 1
    wanted = form.wanted() if form.is_bound else HistoriesForm(QueryDict()).wanted()
    found = histories(
        wanted, viewer=member_of(request), limit=ON_A_PAGE + 1, offset=(page - 1) * ON_A_PAGE
    )
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "form": form,
        "lines": found[:ON_A_PAGE],
        "has_more": len(found) > ON_A_PAGE,
        "page": page,
        "query": query.urlencode(),
        "wanted": wanted,
        "narrowed": narrowed_words(wanted),
        "is_search": bool(query),
    }
    return render(request, "tournaments/histories.html", context)
