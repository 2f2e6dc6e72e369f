"""Accounts: a name and a password to come back with. Nobody needs one to play.

Trying passwords is slowed down for the address and for the account, and a wrong name takes as long
as a wrong password.
"""

from asgiref.sync import sync_to_async
from django.contrib.auth import alogin, alogout, password_validation
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from brushpass.web import models, parts
from brushpass.web.guard import address
from brushpass.web.keeper import keeper
from brushpass.web.limits import Bucket
from brushpass.web.pages import known, show, tidy, who
from brushpass.web.wrong import too_often

by_address = Bucket(rate=1 / 20, burst=8, name="signing in, by address")
by_account = Bucket(rate=1 / 60, burst=6, name="signing in, by account")
MINDING = 12 * 3600
"""Seconds after which somebody who minds the house signs in again; players stay signed in."""
BACKEND = "django.contrib.auth.backends.ModelBackend"


@require_http_methods(["GET", "HEAD", "POST"])
async def sign_in(request: HttpRequest) -> HttpResponse:
    """Come back with name and password."""
    if request.method != "POST":
        return await show(request, "sign_in.html", {"wrong": None, "asked": ""})
    name, password = tidy(request.POST.get("name", "")), request.POST.get("password", "")[:256]
    account = name.casefold()
    if not by_address.take(address(request)):
        return too_often(request, int(by_address.wait(address(request))) + 1)
    if not by_account.take(account):
        return too_often(request, int(by_account.wait(account)) + 1)
    user = await _authenticated(account, password)
    if user is None:
        wrong = _("This name and password do not belong together.")
        return await show(request, "sign_in.html", {"wrong": wrong, "asked": name}, status=400)
    by_account.clear(account)
    before = await who(request)
    player, _new = await models.Player.objects.aget_or_create(
        user=user, defaults={"name": name[: models.Player.NAME]}
    )
    if before is not None and before.user_id is None:
        await keeper.become(before.pk, player.pk)
    await alogin(request, user, backend=BACKEND)
    await request.session.aset("player", player.pk)
    if before is not None:
        await keeper.tell(before.pk, "renewed")
    if not user.is_staff:
        return HttpResponseRedirect("/yours")
    await request.session.aset_expiry(MINDING)
    return HttpResponseRedirect("/house")


async def _authenticated(account: str, password: str) -> User | None:
    user = await User.objects.filter(username=account).afirst()
    if user is None:
        await sync_to_async(make_password)(password)  # as long as checking would take
        return None
    return user if await user.acheck_password(password) else None


@require_POST
async def sign_out(request: HttpRequest) -> HttpResponse:
    """Forget who this browser is."""
    before = await parts.player_id(request.session)
    await alogout(request)
    if before is not None:
        await keeper.tell(before, "renewed")
    return HttpResponseRedirect("/")


@require_http_methods(["GET", "HEAD", "POST"])
async def account(request: HttpRequest) -> HttpResponse:
    """Make an account for the player one is already, so as to keep their games."""
    player = await who(request)
    if player is not None and player.user_id is not None:
        return HttpResponseRedirect("/yours")
    if request.method != "POST":
        return await show(request, "account.html", {"wrong": None, "asked": ""})
    name, password = tidy(request.POST.get("name", "")), request.POST.get("password", "")[:256]
    if not by_address.take(address(request)):
        return too_often(request, int(by_address.wait(address(request))) + 1)
    wrong = await _why_not(name, password)
    if wrong is None:
        user = User(username=name.casefold())
        await sync_to_async(user.set_password)(password)
        player = await known(request, name)
        try:
            await user.asave(force_insert=True)
        except IntegrityError:
            wrong = _("Somebody has this name already.")
        else:
            player.user = user
            await player.asave(update_fields=["user"])
            await alogin(request, user, backend=BACKEND)
            await request.session.aset("player", player.pk)
            return HttpResponseRedirect("/yours")
    return await show(request, "account.html", {"wrong": wrong, "asked": name}, status=400)


async def _why_not(name: str, password: str) -> str | None:
    """Why an account cannot be made so."""
    if not name:
        return _("An account needs a name.")
    if await User.objects.filter(username=name.casefold()).aexists():
        return _("Somebody has this name already.")
    try:
        await sync_to_async(password_validation.validate_password)(password, User(username=name))
    except ValidationError as error:
        return " ".join(error.messages)
    return None
