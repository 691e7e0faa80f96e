"""The addresses of accounts: becoming one, signing in and out, passwords, one's own page."""

from django.urls import URLPattern, URLResolver, path

from lobby.views import accounts, emails, leaving, me, passwords, push

urlpatterns: list[URLPattern | URLResolver] = [
    path("sign-up/", accounts.sign_up, name="sign-up"),
    path("login/", accounts.sign_in, name="login"),
    path("logout/", accounts.sign_out, name="logout"),
    path("password/", passwords.change, name="password_change"),
    path("password/forgotten/", passwords.forgotten, name="password_reset"),
    path("password/forgotten/sent/", passwords.sent, name="password_reset_done"),
    path("password/new/<str:uidb64>/<str:token>/", passwords.choose, name="password_reset_confirm"),
    path("email/<str:token>/", emails.confirm, name="email-confirm"),
    path("me/", me.me, name="me"),
    path("me/email/", me.mail_again, name="me-email"),
    path("me/data.json", leaving.data, name="me-data"),
    path("me/delete/", leaving.delete, name="me-delete"),
    path("me/push/on/", push.subscribe, name="push-on"),
    path("me/push/off/", push.unsubscribe, name="push-off"),
    path("me/push/end/", push.unsubscribe_all, name="push-end"),
    path("sw.js", push.service_worker, name="service-worker"),
]
