"""The player's phone: my table, my result, my list."""

from komandor.web.routes import Route

ROUTES: tuple[Route, ...] = ()
