"""Take results out of a project: the table of terms, and where everything came from."""

import csv
import json
import platform
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from io import StringIO
from pathlib import Path

from phrase_explorer import __version__
from phrase_explorer.domain.term_key import term_key
from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.project.project import Project
from phrase_explorer.storage.atomic_write import write_atomically

TERM_COLUMNS = ("term", "kind", "count", "documents", "x", "y", "hidden", "tags", "note")
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")
BYTE_ORDER_MARK = "\ufeff"
PACKAGES_NAMED = ("numpy", "scipy", "spacy", "torch", "transformers", "tokenizers", "faiss-cpu", "numba")


def export_terms_csv(
    project: Project, path: Path, *, include_hidden: bool = False, byte_order_mark: bool = False
) -> int:
    """Write the terms with counts and positions; give how many.

    UTF-8 with Unix line ends, most frequent first. Text that a spreadsheet would run as a formula gets an apostrophe in front.

    Parameters
    ----------
    byte_order_mark
        Begin with the mark that Excel needs to read UTF-8; other programs take it for a part of the first column's name.
    """
    table = StringIO(newline="")
    table.write(BYTE_ORDER_MARK if byte_order_mark else "")
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(TERM_COLUMNS)
    n_written = 0
    for row in _term_rows(project, include_hidden=include_hidden):
        writer.writerow(row)
        n_written += 1
    write_export(path, table.getvalue().encode("utf-8", errors="replace"))
    return n_written


def export_provenance(project: Project, path: Path) -> None:
    """Write what the project was made from and with: keys, parameters, models and versions, as JSON."""
    state = project.state
    corpus = project.corpus
    facts = {
        "program": "Phrase Explorer",
        "version": __version__,
        "project_app_version": state.app_version,
        "source": state.source,
        "corpus": {
            "key": state.corpus_key,
            "content_hash": corpus.content_hash,
            "documents": corpus.n_documents,
            "words": corpus.n_words,
        },
        "parameters": dict(state.parameters),
        "models": dict(state.models),
        "stages": dict(state.stages),
        "python": platform.python_version(),
        "platform": sys.platform,
        "packages": {name: found for name in PACKAGES_NAMED if (found := _version_of(name)) is not None},
    }
    write_export(path, (json.dumps(facts, ensure_ascii=False, indent=2) + "\n").encode("utf-8", errors="replace"))


def write_export(path: Path, content: bytes) -> None:
    """Write an exported file whole or not at all. Raises `UserFacingError` where it cannot be written."""
    if path.is_dir():
        raise UserFacingError(f"'{path}' is a folder; give the name of a file to write.")
    try:
        write_atomically(path.parent / path.name, content)
    except OSError as error:
        raise UserFacingError(
            f"'{path}' cannot be written: {error.strerror or error}; choose another place."
        ) from error


def without_formula(text: str) -> str:
    """Give text that no spreadsheet runs: an apostrophe goes before what would begin a formula."""
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text


def _term_rows(project: Project, *, include_hidden: bool) -> Iterator[Sequence[object]]:
    analysis = project.require_analysis()
    vocabulary = analysis.vocabulary
    hidden = project.annotations.hidden_mask(vocabulary)
    tags, notes = project.annotations.tags, project.annotations.notes
    positions = analysis.layout.positions if analysis.layout is not None else None
    for row, term in enumerate(vocabulary.terms):
        if hidden[row] and not include_hidden:
            continue
        key = term_key(vocabulary, row) if tags or notes else None
        yield (
            without_formula(term),
            vocabulary.kind_of(row),
            int(vocabulary.counts[row]),
            int(vocabulary.document_counts[row]),
            "" if positions is None else f"{float(positions[row, 0]):.6g}",
            "" if positions is None else f"{float(positions[row, 1]):.6g}",
            int(hidden[row]),
            without_formula("; ".join(sorted(tags.get(key, ())))) if key is not None else "",
            without_formula(notes.get(key, "")) if key is not None else "",
        )


def _version_of(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
