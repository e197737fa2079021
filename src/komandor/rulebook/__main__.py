"""`python -m komandor.rulebook` prints the register into docs/rules."""

import sys

from komandor.rulebook.coverage import CHECKOUT, in_checkout
from komandor.rulebook.pages import pages


def main() -> None:
    if not in_checkout():
        sys.exit("docs/rules is part of the source tree: run this in a checkout")
    for name, text in pages().items():
        path = CHECKOUT / "docs" / "rules" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
