"""Which products may be used: release windows, campaign material, sets an event permits (COM-PROD-2)."""

from collections.abc import Iterator
from datetime import date, timedelta

from komandor.core.games.game import Level, Rules, Settings
from komandor.core.games.loader import common_settings
from komandor.core.lists.cards import Product
from komandor.core.reasons import Reason, why

DELAY = "products.premier_delay_days"


def legal_from(rules: Rules, product: Product, level: Level, settings: Settings | None = None) -> date | None:
    """The first day on which it may be used; None = not out yet."""
    if rules.data.release == "world":  # SWL-PROD-1, AMB-S21
        return product.world
    if product.poland is None or level != "championship":
        return product.poland
    return product.poland + timedelta(days=_delay(settings))


def _delay(settings: Settings | None) -> int:
    """11 days, whatever weekday that is (AMB-G22)."""
    chosen = (settings or {}).get(DELAY)
    if isinstance(chosen, int):
        return chosen
    default = next(one.default for one in common_settings() if one.key == DELAY)
    assert isinstance(default, int)
    return default


def product_problems(
    rules: Rules,
    product: Product,
    on: date,
    level: Level,
    settings: Settings | None = None,
) -> tuple[Reason, ...]:
    """Every reason why a product may not be used in an event of that day and level."""
    return tuple(_problems(rules, product, on, legal_from(rules, product, level, settings)))


def _problems(rules: Rules, product: Product, on: date, first: date | None) -> Iterator[Reason]:
    cited = rules.data.rules
    if product.campaign:
        yield why("product.campaign", cited["legal_products"], product=product.name)
    if first is None:
        yield why("product.not_released", cited["release"], product=product.name)
    elif on < first:
        yield why("product.too_new", cited["release"], product=product.name, legal_from=first.isoformat())
