"""What anybody may see: event pages, projector, paper, rules."""

from komandor.web.cache import CachedPage
from komandor.web.routes import Route

ROUTES: tuple[Route, ...] = ()
PAGES: tuple[CachedPage, ...] = ()
