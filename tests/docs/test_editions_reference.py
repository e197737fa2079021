"""Every table of an edition is explained, and the example on the page is a valid edition."""

import re

from komandor.core.editions import Edition, read_edition
from komandor.core.editions.schema import keys_of
from komandor.core.games import GAMES
from tests.support.contracts import listed
from tools.editions_reference import MEANING, page


def test_every_table_is_explained():
    tables = {path[0] for game in GAMES for path in keys_of(game)}
    listed(MEANING, tables, "tools/editions_reference.py", "what the table {} means into MEANING")


def test_the_example_is_valid():
    found = re.search(r"```toml\n(.*?)```", page(), re.DOTALL)
    assert found
    assert isinstance(read_edition(found[1]), Edition)
