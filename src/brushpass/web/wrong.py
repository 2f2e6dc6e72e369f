"""What a page says when something is wrong: in our words, and never more than may be known."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as said

WRONG = {
    400: (said("This does not read"), said("The request was not one that our pages make.")),
    403: (
        said("Not from here"),
        said("This form was open too long, or came from elsewhere. Go back and try again."),
    ),
    404: (
        said("Nothing here"),
        said(
            "There is no such page, or it is private: only its link opens it, as long as a seat is "
            "free or it may be watched."
        ),
    ),
    429: (
        said("A little slower"),
        said("That was a lot of requests. Wait a moment, then go on."),
    ),
    503: (
        said("One moment"),
        said(
            "What is kept here cannot be reached just now. Nothing that was done is lost: try "
            "again in a moment."
        ),
    ),
    500: (
        said("Something broke"),
        said("It was our fault, and it is in the log. Your tables are safe on the disk."),
    ),
}


def _wrong(request: HttpRequest, status: int) -> HttpResponse:
    title, text = WRONG[status]
    return _page(request, status, _(title), _(text))


def _page(request: HttpRequest, status: int, title: str, text: str) -> HttpResponse:
    context = {"player": None, "name": "", "status": status, "title": title, "text": text}
    return render(request, "error.html", context, status=status, using="jinja2")


async def missing_page(request: HttpRequest) -> HttpResponse:
    """The same page for what is not there and for what is not for this viewer."""
    return _wrong(request, 404)


async def bad_page(request: HttpRequest) -> HttpResponse:
    """A request that none of our pages makes."""
    return _wrong(request, 400)


def barred_page(request: HttpRequest, why: str) -> HttpResponse:
    """Whom the house has barred is told so."""
    return _page(request, 403, _("Barred"), why)


def bad(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001
    """Django's handler for 400."""
    return _wrong(request, 400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001
    """Django's handler for 403."""
    return _wrong(request, 403)


def forged(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001
    """Django's handler for a form without its token."""
    return _wrong(request, 403)


def missing(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001
    """Django's handler for 404."""
    return _wrong(request, 404)


def broken(request: HttpRequest) -> HttpResponse:
    """Django's handler for 500."""
    return _wrong(request, 500)


def away(request: HttpRequest) -> HttpResponse:
    """503: the database does not answer."""
    response = _wrong(request, 503)
    response.headers["Retry-After"] = "2"
    return response


def too_often(request: HttpRequest, seconds: int) -> HttpResponse:
    """429, with how long to wait."""
    response = _wrong(request, 429)
    response.headers["Retry-After"] = str(max(1, seconds))
    return response
