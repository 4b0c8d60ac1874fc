"""Keyword in context: every place where a term, a text or a pattern occurs, with what stands around it."""

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, overload

import numpy as np

from phrase_explorer.foundation.array_types import Int32Array
from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.foundation.progress import Progress
from phrase_explorer.project.project import Project
from phrase_explorer.storage.corpus_database import CorpusDatabase
from phrase_explorer.workflows.text_pattern import Pattern, given_pattern, literal_pattern, needs_full_scan

ConcordanceSort = Literal["left", "right", "document", "date", "random"]
CONTEXT_CHARACTERS = 80
SECONDS_FOR_ONE_DOCUMENT = 5.0
CANCEL_EVERY = 64
WHITE_SPACE = re.compile(r"\s+")


@dataclass(frozen=True)
class ConcordanceLine:
    """One occurrence.

    `document` is the document's row and `key` its name; `start` and `end` count characters of its text, end exclusive, and
    `match` is exactly what stands there. `left` and `right` are what precedes and follows in reading order, whatever the
    direction of the script, with runs of white space as one space.
    """

    document: int
    key: str
    title: str
    start: int
    end: int
    left: str
    match: str
    right: str

    @property
    def match_in_line(self) -> str:
        """The match with line ends as spaces, for showing in one line."""
        return WHITE_SPACE.sub(" ", self.match)


@dataclass(frozen=True)
class Concordance(Sequence[ConcordanceLine]):
    """The lines in the order asked for; `n_hits` counts all occurrences, also those beyond the limit."""

    lines: tuple[ConcordanceLine, ...]
    n_hits: int

    @overload
    def __getitem__(self, index: int) -> ConcordanceLine: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[ConcordanceLine]: ...
    def __getitem__(self, index: int | slice) -> ConcordanceLine | Sequence[ConcordanceLine]:
        return self.lines[index]

    def __len__(self) -> int:
        return len(self.lines)


def concordance(
    project: Project,
    term_or_text: str,
    *,
    sort: ConcordanceSort = "document",
    regex: bool = False,
    seed: int = 0,
    limit: int | None = None,
    context_characters: int = CONTEXT_CHARACTERS,
    progress: Progress | None = None,
) -> Concordance:
    """Give the occurrences of a term (all its forms), of any other text as written, or of a regular expression.

    Parameters
    ----------
    sort
        "left" by the words before, nearest first; "right" by the words after; "date" by the first date column, blank dates
        last; "random" by `seed`.
    limit
        How many lines to give, after sorting. None gives all.

    Raises
    ------
    UserFacingError
        If the pattern is none, or takes too long on one document.
    """
    progress = progress or Progress()
    hits = find_hits(project, term_or_text, regex=regex, progress=progress)
    return lines_of_hits(
        project, hits, sort=sort, seed=seed, limit=limit, context_characters=context_characters, progress=progress
    )


def concordance_of_row(
    project: Project,
    row: int,
    *,
    sort: ConcordanceSort = "document",
    seed: int = 0,
    limit: int | None = None,
    context_characters: int = CONTEXT_CHARACTERS,
    progress: Progress | None = None,
) -> Concordance:
    """Give the occurrences of the term in `row` of the vocabulary."""
    hits = np.asarray(project.require_analysis().vocabulary.mentions_of(row)[:, 1:4])
    return lines_of_hits(
        project,
        hits,
        sort=sort,
        seed=seed,
        limit=limit,
        context_characters=context_characters,
        progress=progress or Progress(),
    )


def find_hits(project: Project, term_or_text: str, *, regex: bool, progress: Progress) -> Int32Array:
    """Find the occurrences: int32 array of shape (n_hits, 3) = document row, start, end; in this order."""
    if not regex and project.analysis is not None:
        row = project.analysis.vocabulary.find(term_or_text)
        if row is not None:
            return np.asarray(project.analysis.vocabulary.mentions_of(row)[:, 1:4])
    pattern = given_pattern(term_or_text) if regex else literal_pattern(term_or_text)
    corpus = project.corpus
    if regex or needs_full_scan(term_or_text):
        progress.begin("concordance", corpus.n_documents, "documents")
        texts = corpus.iter_texts()
    else:
        progress.begin("concordance", None, "documents")
        texts = ((row, corpus.text(row)) for row in sorted(corpus.rows_containing(term_or_text)))
    hits = [hit for row, text in texts for hit in _hits_in(pattern, row, text, progress)]
    return np.array(hits, dtype=np.int32).reshape(-1, 3)


def lines_of_hits(
    project: Project,
    hits: Int32Array,
    *,
    sort: ConcordanceSort,
    seed: int = 0,
    limit: int | None = None,
    context_characters: int = CONTEXT_CHARACTERS,
    progress: Progress,
) -> Concordance:
    """Put found occurrences in order and give them their contexts. `hits` has shape (n_hits, 3), in document order."""
    n_hits = len(hits)
    if sort == "random":
        chosen = list(range(n_hits))
        random.Random(seed).shuffle(chosen)  # noqa: S311 - an order for reading, not a secret
    elif sort == "date":
        chosen = _by_date(project.corpus, hits)
    else:
        chosen = list(range(n_hits))
    if limit is not None and sort not in ("left", "right"):
        chosen = chosen[: max(limit, 0)]
    progress.begin("concordance", len(chosen), "lines")
    lines = _with_contexts(project.corpus, hits, chosen, context_characters, progress)
    if sort == "left":
        lines.sort(key=lambda line: (line.left.casefold().split()[::-1], line.document, line.start))
    elif sort == "right":
        lines.sort(key=lambda line: (line.right.casefold().split(), line.document, line.start))
    return Concordance(tuple(lines if limit is None else lines[: max(limit, 0)]), n_hits)


def _hits_in(pattern: Pattern, row: int, text: str, progress: Progress) -> Iterator[tuple[int, int, int]]:
    progress.advance()
    try:
        for n, match in enumerate(pattern.finditer(text, timeout=SECONDS_FOR_ONE_DOCUMENT)):
            if match.end() > match.start():
                yield row, match.start(), match.end()
            if n % CANCEL_EVERY == 0:
                progress.check_cancelled()
    except TimeoutError as error:
        raise UserFacingError(
            f"The pattern takes more than {SECONDS_FOR_ONE_DOCUMENT:.0f} seconds on one document; make it simpler, "
            "with fewer repeated groups."
        ) from error


def _with_contexts(
    corpus: CorpusDatabase, hits: Int32Array, chosen: Sequence[int], width: int, progress: Progress
) -> list[ConcordanceLine]:
    """Read each document once, however the lines are ordered."""
    lines: dict[int, ConcordanceLine] = {}
    row_before, text, key, title = -1, "", "", ""
    for n, index in enumerate(sorted(chosen)):
        row, start, end = (int(value) for value in hits[index])
        if row != row_before:
            document = corpus.document(row)
            row_before, text, key, title = row, document.text, document.key, document.title
        left, right = _left_context(text, start, width), _right_context(text, end, width)
        lines[index] = ConcordanceLine(row, key, title, start, end, left, text[start:end], right)
        if n % CANCEL_EVERY == CANCEL_EVERY - 1:
            progress.advance(CANCEL_EVERY)
    progress.advance(len(lines) % CANCEL_EVERY)
    return [lines[index] for index in chosen]


def _left_context(text: str, start: int, width: int) -> str:
    piece = text[max(0, start - 2 * width) : start]
    shown = WHITE_SPACE.sub(" ", piece)[-width:] if width else ""
    if len(piece) > width and (cut := shown.find(" ")) >= 0 and cut < width // 3:
        shown = shown[cut + 1 :]
    return shown if start - width > 0 else shown.lstrip()


def _right_context(text: str, end: int, width: int) -> str:
    piece = text[end : end + 2 * width]
    shown = WHITE_SPACE.sub(" ", piece)[:width] if width else ""
    if len(piece) > width and (cut := shown.rfind(" ")) > width - width // 3:
        shown = shown[:cut]
    return shown if end + width < len(text) else shown.rstrip()


def _by_date(corpus: CorpusDatabase, hits: Int32Array) -> list[int]:
    column = next((column.name for column in corpus.columns if column.kind == "date"), None)
    if column is None:
        raise UserFacingError("These documents have no date column to sort by; choose another order.")
    dates = corpus.metadata_values(column)
    return sorted(range(len(hits)), key=lambda index: (_date_key(dates[int(hits[index][0])]), index))


def _date_key(date: object) -> tuple[bool, str]:
    return (date is None, str(date))
