"""A whole small project made by hand: documents, terms, vectors and a map, without any model."""

import re
from pathlib import Path

import numpy as np

from phrase_explorer.domain.document import Document, MetadataColumn, SkippedItem, SourceNote
from phrase_explorer.domain.embeddings import Embeddings
from phrase_explorer.domain.layout import Layout
from phrase_explorer.domain.ledger import Ledger, LedgerEntry
from phrase_explorer.project.project import Project
from phrase_explorer.storage.corpus_database import CorpusDatabase
from phrase_explorer.storage.noun_arrays import embeddings_to_arrays, layout_to_arrays, vocabulary_to_arrays
from tests.builders import build_vocabulary

DOCUMENTS = (
    Document(
        "1801", "First", "The public debt grew. War is no answer,\nand the people’s debt is public.", {"date": "1801"}
    ),
    Document("1793", "Second", "Peace, not war. The public\n  debt fell.", {"date": "1793-03-04"}),
    Document("undated", "Third", "War? The national debt isn't paid.", {"date": None}),
    Document("0850", "Fourth", "قال سلام لهم، والحرب war بعيدة", {"date": "0850"}),
)
TERMS = ("war", "public debt", "debt", "national debt", "peace")
VECTORS = ((1, 0, 0), (0, 1, 0), (0, 0.8, 0.6), (0, 0.96, 0.28), (0.6, 0, 0.8))
KEYS = {stage: digit * 32 for stage, digit in zip(("extract", "embed", "first_layout", "layout"), "1234", strict=True)}


def build_project(folder: Path) -> Path:
    """Write the project into `folder` and give it."""
    items = [*DOCUMENTS, SkippedItem("notes.bin", "", "It is not text."), SourceNote("speeches", "encoding", "utf-8")]
    with Project.create(folder) as project:
        CorpusDatabase.create(folder / "corpus.sqlite", (MetadataColumn("date", "date"),), items).close()
        vocabulary = build_vocabulary(TERMS, _mentions())
        ledger = Ledger((LedgerEntry("rare", 2, 2, ("answer", "people"), "Terms that occur once are left out."),))
        positions = np.array([[0, 0], [1, 0], [0, 1], [1, 1], [-1, -1]], dtype=np.float32)
        facts = {"counts": {"terms": len(TERMS)}, "ledger": ledger.to_json()}
        project.store.write("extract", KEYS["extract"], vocabulary_to_arrays(vocabulary, facts))
        embeddings = Embeddings(np.array(VECTORS, dtype=np.float32), "by hand")
        project.store.write("embed", KEYS["embed"], embeddings_to_arrays(embeddings, {}))
        project.store.write("first_layout", KEYS["first_layout"], layout_to_arrays(Layout(positions, "pca"), {}))
        project.store.write("layout", KEYS["layout"], layout_to_arrays(Layout(positions, "umap"), {}))
        state = project.state
        for stage, key in KEYS.items():
            state = state.with_stage(stage, key)
        models = {"encoder": {"name": "by hand", "fingerprint": "0" * 32}}
        project.commit(_with_corpus(state, models))
    return folder


def _with_corpus(state, models):
    from dataclasses import replace

    return replace(state, corpus_file="corpus.sqlite", corpus_key="0" * 32, source="speeches", models=models)


def _mentions() -> list[tuple[int, int, int, int]]:
    found = []
    for row, term in enumerate(TERMS):
        pattern = re.compile(r"\s+".join(rf"\b{word}\b" for word in term.split()), re.IGNORECASE)
        for document_row, document in enumerate(DOCUMENTS):
            found += [(row, document_row, *match.span()) for match in pattern.finditer(document.text)]
    return found
