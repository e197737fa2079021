"""Results and names typed without looking, on networks from good to gone: does each stand where it was typed?

    .venv/bin/python -m bench.attacks.blind [--results 200] [--names 100] [--latency 0 60 250 2000]

Types at 40 ms a key in a real browser; in the middle of each run the connection is lost for five seconds.
Exit code 1 if anything stands elsewhere.
"""

import sys

from playwright.sync_api import sync_playwright

from bench.options import parser_of
from bootstrap import find_chromium
from tests.support.chromium import ARGS
from tests.support.typist import names_that_stand, results_that_stand


def main() -> int:
    parser = parser_of(__doc__)
    parser.add_argument("--results", type=int, default=200)
    parser.add_argument("--names", type=int, default=100)
    parser.add_argument("--latency", type=int, nargs="+", default=[0, 60, 250, 2000])
    asked = parser.parse_args()
    fine = True
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=find_chromium(), args=list(ARGS))
        for latency in asked.latency:
            for what, count, run in (
                ("results", asked.results, results_that_stand),
                ("names", asked.names, names_that_stand),
            ):
                right, wrong = run(browser, count, latency, outage=True, seed=latency)
                print(f"{latency} ms: {right} of {count} {what} stand where they were typed", flush=True)
                print("\n".join(wrong[:10]))
                fine = fine and right == count
        browser.close()
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
