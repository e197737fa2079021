"""Before round 1: people, lists, staff, settings, checklists, schedule."""

from komandor.web.routes import Route

ROUTES: tuple[Route, ...] = ()
