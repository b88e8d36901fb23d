"""`python -m drystone` is the command `drystone`."""

from drystone.cli.signals import take_signals


def main() -> None:
    """Entry point of the command line; Ctrl-C is one line from here on, also while all the rest is loaded."""
    take_signals()
    from drystone.cli.main import app
    app()


if __name__ == "__main__":
    main()
