"""The judge's phone: calls, tables, rulings."""

from komandor.web.routes import Route

ROUTES: tuple[Route, ...] = ()
