"""Every command can be the first that is loaded: a circle of imports shows only in a process of its own."""

import subprocess
import sys

ALONE = """
import importlib, pkgutil, sys
import komandor.cli
failed = []
for one in sorted(x.name for x in pkgutil.walk_packages(komandor.cli.__path__, "komandor.cli.")):
    for known in [name for name in sys.modules if name.startswith("komandor.cli.")]:
        del sys.modules[known]
    try:
        importlib.import_module(one)
    except ImportError as problem:
        failed.append(f"{one}: {problem}")
print("\\n".join(failed))
"""


def test_every_module_of_the_terminal_loads_first() -> None:
    done = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
