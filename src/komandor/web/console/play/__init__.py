"""The round and everything after it: draw, results, standings, cut, log."""

from komandor.web.routes import Route

ROUTES: tuple[Route, ...] = ()
