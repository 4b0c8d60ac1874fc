"""Logging set-up for the command line and the window: one rotating file, and warnings on stderr.

Logs hold counts and seconds, never the user's text.
"""

import logging
import logging.handlers
import os
import sys
from pathlib import Path

LOG_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
MAX_LOG_BYTES = 1_000_000


def set_up_logging(log_folder: Path, *, verbose: bool = False) -> Path:
    """Send the package's log to ``log_folder/phrase-explorer.log`` and give that path."""
    log_folder.mkdir(parents=True, exist_ok=True)
    log_path = log_folder / "phrase-explorer.log"
    logger = logging.getLogger("phrase_explorer")
    logger.setLevel(logging.DEBUG if verbose else logging.INFO)
    for handler in list(logger.handlers):
        logger.removeHandler(handler)
        handler.close()
    to_file = logging.handlers.RotatingFileHandler(log_path, maxBytes=MAX_LOG_BYTES, backupCount=2, encoding="utf-8")
    to_file.setFormatter(logging.Formatter(LOG_FORMAT))
    logger.addHandler(to_file)
    if verbose:
        to_stderr = logging.StreamHandler(sys.stderr)
        to_stderr.setFormatter(logging.Formatter(LOG_FORMAT))
        logger.addHandler(to_stderr)
    logger.propagate = False
    return log_path


def default_log_folder() -> Path:
    """Give the per-user folder for logs: XDG_STATE_HOME, LOCALAPPDATA or ~/Library/Logs by platform."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "Phrase Explorer" / "logs"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Logs" / "Phrase Explorer"
    return Path(os.environ.get("XDG_STATE_HOME", Path.home() / ".local" / "state")) / "phrase-explorer"
