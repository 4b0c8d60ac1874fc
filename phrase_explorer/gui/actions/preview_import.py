"""Look into a file before it is imported, off the GUI thread."""

from pathlib import Path
from typing import TYPE_CHECKING

from phrase_explorer.foundation.progress import Progress
from phrase_explorer.gui.tasks.background_task import BackgroundTask
from phrase_explorer.gui.tasks.task_runner import TaskRunner

if TYPE_CHECKING:
    from phrase_explorer.readers.corpus_preview import CorpusPreview
    from phrase_explorer.readers.import_options import ImportOptions

N_ROWS = 20


def has_columns(source: Path) -> bool:
    """Say whether a file has columns that the person should be asked about."""
    from phrase_explorer.readers.format_registry import table_suffixes

    suffixes = [suffix.lower() for suffix in source.suffixes if suffix.lower() != ".gz"]
    return source.is_file() and bool(suffixes) and suffixes[-1] in table_suffixes()


def file_dialog_pattern() -> str:
    """Give the filter of a file dialog for everything that can be read."""
    from phrase_explorer.readers.format_registry import readable_suffixes

    return f"Texts and tables ({' '.join(f'*{suffix}' for suffix in readable_suffixes())});;All files (*)"


def start_preview(runner: TaskRunner, source: Path, options: "ImportOptions") -> BackgroundTask:
    """Start looking into a file; it arrives as a `CorpusPreview`."""

    def work(_progress: Progress) -> "CorpusPreview":
        from phrase_explorer.readers.corpus_preview import preview_corpus

        return preview_corpus(source, options, n_rows=N_ROWS)

    return runner.start(work, label="Looking into the file", slot="preview")
