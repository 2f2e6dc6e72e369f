"""The addresses."""

from django.urls import path

from brushpass.web import accounts, minding, pages, wrong

urlpatterns = [
    path("", pages.home, name="home"),
    path("play", pages.quick),
    path("play/<str:game>", pages.quick, name="quick"),
    path("new", pages.setting, name="setting"),
    path("t/<str:key>", pages.table, name="table"),
    path("t/<str:key>/act", pages.act, name="act"),
    path("t/<str:key>/talk", pages.table_talk, name="talk"),
    path("t/<str:key>/record", pages.record, name="record"),
    path("t/<str:key>/proof", pages.proof, name="proof"),
    path("yours", pages.yours, name="yours"),
    path("yours/kept", pages.kept_about, name="kept"),
    path("yours/erase", pages.erase, name="erase"),
    path("rules/<str:book>", pages.rules, name="rules"),
    path("about", pages.about, name="about"),
    path("sign-in", accounts.sign_in, name="sign-in"),
    path("sign-out", accounts.sign_out, name="sign-out"),
    path("account", accounts.account, name="account"),
    path("house", minding.reports, name="house"),
    path("house/players", minding.players),
    path("house/players/<int:number>", minding.player),
    path("house/tables", minding.tables),
    path("house/tables/<int:number>", minding.table),
    path("house/remarks/<int:number>", minding.remark),
    path("house/log", minding.log),
    path("icon.svg", pages.icon, name="icon"),
]
handler400 = wrong.bad
handler403 = wrong.forbidden
handler404 = wrong.missing
handler500 = wrong.broken
