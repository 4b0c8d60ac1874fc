"""What was read, what was skipped and what was left out of the vocabulary, as sections of plain lines."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from phrase_explorer.domain.document import SkippedItem
    from phrase_explorer.workflows.project_info import ProjectInfo

MAX_LISTED = 50


@dataclass(frozen=True)
class ReportLine:
    """One line: what it is about, a figure ("" where there is none), and a sentence of explanation."""

    what: str
    figure: str = ""
    explanation: str = ""


@dataclass(frozen=True)
class ReportSection:
    """A heading and its lines."""

    title: str
    lines: tuple[ReportLine, ...]


def corpus_report(info: "ProjectInfo") -> tuple[ReportSection, ...]:
    """Give the sections that have something to say."""
    read = [
        ReportLine("documents", f"{info.documents:,}"),
        ReportLine("words", f"{info.words:,}"),
        ReportLine("terms that are words", f"{info.word_terms:,}"),
        ReportLine("terms that are phrases", f"{info.phrase_terms:,}"),
    ]
    if info.hidden:
        read.append(ReportLine("terms that you have hidden", f"{info.hidden:,}"))
    if info.duplicate_keys:
        read.append(ReportLine("identifiers that occurred twice", f"{info.duplicate_keys:,}", "They were told apart."))
    notes = [ReportLine(note.source, f"{note.count:,}" if note.count > 1 else "", note.message) for note in info.notes]
    notes += [ReportLine("vocabulary", "", note) for note in info.ledger.notes]
    skipped = [
        ReportLine(" · ".join(filter(None, (item.source, item.place))), "", item.reason) for item in info.skipped
    ]
    dropped = [
        ReportLine(_examples(entry.examples), f"{entry.count:,}", entry.explanation) for entry in info.ledger.entries
    ]
    sections = (
        ("Read", read),
        (f"Skipped while reading ({len(skipped):,})", skipped),
        ("Left out of the terms", dropped),
        ("Good to know", notes),
        ("Columns", [ReportLine(name, "", kind) for name, kind in info.columns]),
    )
    return tuple(ReportSection(title, _shortened(lines)) for title, lines in sections if lines)


def skipped_as_table(items: "Sequence[SkippedItem]") -> str:
    """Give what was skipped as tab-separated text with a heading."""
    rows = [("source", "place", "reason"), *((item.source, item.place, item.reason) for item in items)]
    return "".join("\t".join(" ".join(cell.split()) for cell in row) + "\n" for row in rows)


def _shortened(lines: Sequence[ReportLine]) -> tuple[ReportLine, ...]:
    if len(lines) <= MAX_LISTED:
        return tuple(lines)
    return (*lines[:MAX_LISTED], ReportLine(f"and {len(lines) - MAX_LISTED:,} more"))


def _examples(examples: Sequence[str]) -> str:
    return ", ".join(examples) if examples else "…"
