"""All areas of the site in the order in which their routes are tried."""

from komandor.web.api.page import PAGES as API_PAGES
from komandor.web.console import paper, play, prepare
from komandor.web.entrance import ROUTES as ENTRANCE
from komandor.web.entrance.home_screen import PAGES as HOME_SCREEN
from komandor.web.judge import ROUTES as JUDGE
from komandor.web.phone import ROUTES as PHONE
from komandor.web.public import PAGES as PUBLIC_PAGES
from komandor.web.public import ROUTES as PUBLIC
from komandor.web.routing.routes import Route

ROUTES: tuple[Route, ...] = (*ENTRANCE, *prepare.ROUTES, *play.ROUTES, *paper.ROUTES, *PUBLIC, *PHONE, *JUDGE)
PAGES = (*HOME_SCREEN, *PUBLIC_PAGES, *API_PAGES)
