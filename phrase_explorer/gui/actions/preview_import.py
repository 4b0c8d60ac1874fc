"""Look into a file before it is imported, off the GUI thread."""

from pathlib import Path

from phrase_explorer.gui.tasks.background_task import BackgroundTask
from phrase_explorer.gui.tasks.task_runner import TaskRunner
from phrase_explorer.readers import corpus_preview
from phrase_explorer.readers.import_options import ImportOptions

COLUMN_SUFFIXES = frozenset({".csv", ".tsv", ".json", ".jsonl"})
N_ROWS = 20


def has_columns(source: Path) -> bool:
    """Say whether a file has columns that the person should be asked about."""
    suffixes = [suffix.lower() for suffix in source.suffixes if suffix.lower() != ".gz"]
    return source.is_file() and bool(suffixes) and suffixes[-1] in COLUMN_SUFFIXES


def start_preview(runner: TaskRunner, source: Path, options: ImportOptions) -> BackgroundTask:
    """Start looking into a file; it arrives as a `CorpusPreview`."""
    return runner.start(
        lambda _progress: corpus_preview.preview_corpus(source, options, n_rows=N_ROWS),
        label="Looking into the file",
        slot="preview",
    )
