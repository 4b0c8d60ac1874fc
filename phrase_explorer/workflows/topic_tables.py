"""Take topics out of a project: topic-term and document-topic tables (CSV, Parquet), and a JSON that reloads."""

import csv
import json
import math
from collections.abc import Iterator, Sequence
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import numpy as np

from phrase_explorer.domain.topic_model import NATURAL_BALANCE, Topic, TopicModel, TopicQuality, TopicTerm
from phrase_explorer.domain.vocabulary import TERM_KINDS
from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.topic_modeling.mixture_entropy import mixture_entropy
from phrase_explorer.workflows.export_project import without_formula, write_export

JSON_VERSION = 1
TERM_COLUMNS = ("topic", "name", "share", "rank", "term", "kind", "weight", "pinned", "hidden")
TOPIC_FILES = (".json", ".csv", ".parquet")

Row = Sequence[object]


def topic_facts(
    topic: Topic, *, n_terms: int = 10, balance: float = NATURAL_BALANCE
) -> dict[str, Any]:  # Any: JSON values
    """Give one topic for a JSON line: key, name, share, its words and phrases with weights, and its quality."""
    listed = topic.top_terms(n_terms, balance)
    quality = topic.quality
    return {
        "topic": topic.key,
        "name": topic.name,
        "share": round(topic.share, 4),
        "terms": [term.text for term in listed],
        "words": [_weighed(term) for term in listed if TERM_KINDS[term.kind] == "word"],
        "phrases": [_weighed(term) for term in listed if TERM_KINDS[term.kind] == "phrase"],
        "npmi": _number(quality.npmi),
        "c_v": _number(quality.c_v),
        "distinctness": _number(quality.distinctness),
        "stability": _number(quality.stability),
        "hidden": topic.is_hidden,
    }


def export_topics(model: TopicModel, path: Path, *, document_keys: Sequence[str]) -> tuple[Path, ...]:
    """Write topics by the ending of `path`: .json the whole model; .csv or .parquet two tables, the documents' in NAME-documents.

    Returns
    -------
    tuple of Path
        The files that were written.

    Raises
    ------
    UserFacingError
        If the ending is another one or a file cannot be written.
    """
    kind = path.suffix.lower()
    if kind == ".json":
        write_export(path, (json.dumps(topics_to_json(model, document_keys), ensure_ascii=False) + "\n").encode())
        return (path,)
    if kind not in TOPIC_FILES:
        raise UserFacingError(
            f"Topics are written as .json, .csv or .parquet; give '{path.name}' one of these endings."
        )
    beside = path.with_name(f"{path.stem}-documents{path.suffix}")
    encode = _csv if kind == ".csv" else _parquet
    write_export(path, encode(TERM_COLUMNS, list(_term_rows(model))))
    columns = ("document", "main_topic", "entropy", *(topic.key for topic in model.topics))
    write_export(beside, encode(columns, list(_document_rows(model, document_keys))))
    return path, beside


def topics_to_json(model: TopicModel, document_keys: Sequence[str]) -> dict[str, Any]:  # Any: JSON values
    """Give a topic model whole, as JSON values that `topics_from_json` reads."""
    return {
        "format": "phrase-explorer topics",
        "version": JSON_VERSION,
        "diversity": _number(model.diversity),
        "npmi": _number(model.npmi),
        "notes": list(model.notes),
        "topics": [
            {
                **topic_facts(topic),
                "is_named": topic.is_named,
                "colour": topic.colour,
                "forbidden": list(topic.forbidden),
                "all_words": [_term_json(term) for term in topic.words],
                "all_phrases": [_term_json(term) for term in topic.phrases],
                "exact_share": topic.share,
                "vector": [round(float(value), 6) for value in vector],
            }
            for topic, vector in zip(model.topics, model.vectors, strict=True)
        ],
        "documents": [
            {"document": key, "has_terms": bool(has), "topics": [round(float(value), 6) for value in row]}
            for key, has, row in zip(document_keys, model.has_terms, model.document_topics, strict=True)
        ],
    }


def topics_from_json(values: Any) -> tuple[TopicModel, tuple[str, ...]]:  # Any: JSON values
    """Read what `topics_to_json` gave: the model and the documents' keys.

    Raises
    ------
    UserFacingError
        If it is something else.
    """
    try:
        topics = tuple(
            Topic(
                item["topic"],
                item["name"],
                item["is_named"],
                item["colour"],
                item["hidden"],
                item["exact_share"],
                tuple(_term_from_json(term, 0) for term in item["all_words"]),
                tuple(_term_from_json(term, 1) for term in item["all_phrases"]),
                TopicQuality(*(_float(item[name]) for name in ("npmi", "c_v", "distinctness", "stability"))),
                tuple(item["forbidden"]),
            )
            for item in values["topics"]
        )
        model = TopicModel(
            topics,
            np.array([item["vector"] for item in values["topics"]], dtype=np.float32),
            np.array([item["topics"] for item in values["documents"]], dtype=np.float32).reshape(-1, len(topics)),
            np.array([item["has_terms"] for item in values["documents"]], dtype=np.bool_),
            _float(values["diversity"]),
            tuple(values["notes"]),
        )
        return model, tuple(item["document"] for item in values["documents"])
    except (KeyError, TypeError, ValueError) as error:
        raise UserFacingError(
            "This is not a file of topics that Phrase Explorer wrote; export the topics again."
        ) from error


def _term_rows(model: TopicModel) -> Iterator[Row]:
    for topic in model.topics:
        for rank, term in enumerate(topic.top_terms(50), start=1):
            kind = TERM_KINDS[term.kind]
            yield (
                topic.key,
                topic.name,
                round(topic.share, 6),
                rank,
                term.text,
                kind,
                round(term.weight, 6),
                term.is_pinned,
                topic.is_hidden,
            )


def _document_rows(model: TopicModel, document_keys: Sequence[str]) -> Iterator[Row]:
    entropy = mixture_entropy(model.document_topics)
    for row, (key, main) in enumerate(zip(document_keys, model.main_topics().tolist(), strict=True)):
        shares = (round(float(value), 6) for value in model.document_topics[row])
        yield (key, model.topics[main].key if main >= 0 else "", round(float(entropy[row]), 6), *shares)


def _csv(columns: Sequence[str], rows: Sequence[Row]) -> bytes:
    table = StringIO(newline="")
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([without_formula(value) if isinstance(value, str) else value for value in row] for row in rows)
    return table.getvalue().encode("utf-8", errors="replace")


def _parquet(columns: Sequence[str], rows: Sequence[Row]) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.table({name: [row[place] for row in rows] for place, name in enumerate(columns)})
    file = BytesIO()
    pq.write_table(table, file)
    return file.getvalue()


def _weighed(term: TopicTerm) -> dict[str, Any]:  # Any: JSON values
    return {"term": term.text, "weight": round(term.weight, 4)}


def _term_json(term: TopicTerm) -> list[Any]:  # Any: JSON values
    return [term.row, term.text, term.weight, term.is_pinned]


def _term_from_json(values: Sequence[Any], kind: int) -> TopicTerm:  # Any: JSON values
    row, text, weight, is_pinned = values
    return TopicTerm(int(row), str(text), kind, float(weight), bool(is_pinned))


def _number(value: float) -> float | None:
    return None if math.isnan(value) else round(value, 4)


def _float(value: float | None) -> float:
    return math.nan if value is None else float(value)
