"""`python -m komandor` is `komandor`."""

from komandor.cli.main import run

if __name__ == "__main__":
    run()
