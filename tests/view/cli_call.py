"""Call a command from a test."""

from typer.testing import CliRunner

from drystone.cli.main import app


def call(*words: object):
    """Exit code, stdout and stderr of `drystone WORDS`."""
    return CliRunner().invoke(app, [str(word) for word in words])
