"""What a project holds, and what was left out on the way."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from phrase_explorer.domain.document import SkippedItem, SourceNote
from phrase_explorer.domain.ledger import Ledger
from phrase_explorer.domain.vocabulary import PHRASE, WORD
from phrase_explorer.project.project import Project


@dataclass(frozen=True)
class ProjectInfo:
    """Counts, stages, models and ledgers of a project.

    `words` counts running words of the documents; `word_terms` and `phrase_terms` are the two kinds of `terms`.
    """

    name: str
    documents: int
    words: int
    terms: int
    word_terms: int
    phrase_terms: int
    hidden: int
    stages: Mapping[str, str]
    models: Mapping[str, Mapping[str, str]]
    parameters: Mapping[str, Any]  # Any: JSON values
    source: str | None
    app_version: str
    columns: tuple[tuple[str, str], ...]
    duplicate_keys: int
    skipped: tuple[SkippedItem, ...]
    notes: tuple[SourceNote, ...]
    ledger: Ledger
    counts: Mapping[str, Mapping[str, int]]

    def to_json(self) -> dict[str, Any]:  # Any: JSON values
        """Give all of it as JSON values."""
        facts = asdict(self)
        facts["columns"] = [{"name": name, "kind": kind} for name, kind in self.columns]
        facts["skipped"] = [asdict(item) for item in self.skipped]
        facts["dropped"] = self.ledger.to_json()["entries"]
        facts["notes"] = [asdict(note) for note in self.notes] + [
            {"source": "vocabulary", "kind": "vocabulary", "message": note, "count": 1} for note in self.ledger.notes
        ]
        del facts["ledger"]
        return facts


def project_info(project: Project) -> ProjectInfo:
    """Gather what the project holds, as far as it has come. Raises `UserFacingError` where its documents are lost."""
    corpus = project.corpus if project.state.corpus_file is not None else None
    analysis = project.analysis
    vocabulary = analysis.vocabulary if analysis is not None else None
    facts = analysis.facts if analysis is not None else {}
    ledger = facts.get("extract", {}).get("ledger")
    return ProjectInfo(
        name=project.name,
        documents=corpus.n_documents if corpus is not None else 0,
        words=corpus.n_words if corpus is not None else 0,
        terms=vocabulary.n_terms if vocabulary is not None else 0,
        word_terms=int((vocabulary.kinds == WORD).sum()) if vocabulary is not None else 0,
        phrase_terms=int((vocabulary.kinds == PHRASE).sum()) if vocabulary is not None else 0,
        hidden=int(project.annotations.hidden_mask(vocabulary).sum()) if vocabulary is not None else 0,
        stages=dict(project.state.stages),
        models=dict(project.state.models),
        parameters=dict(project.state.parameters),
        source=project.state.source,
        app_version=project.state.app_version,
        columns=tuple((column.name, column.kind) for column in corpus.columns) if corpus is not None else (),
        duplicate_keys=corpus.duplicate_key_count if corpus is not None else 0,
        skipped=tuple(corpus.skipped()) if corpus is not None else (),
        notes=tuple(corpus.notes()) if corpus is not None else (),
        ledger=Ledger.from_json(ledger) if ledger is not None else Ledger(),
        counts={stage: dict(values.get("counts", {})) for stage, values in facts.items()},
    )
