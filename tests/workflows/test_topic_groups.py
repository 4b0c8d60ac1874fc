from types import SimpleNamespace

import numpy as np
import pytest

from phrase_explorer.domain.document import MetadataColumn
from phrase_explorer.domain.topic_model import Topic, TopicModel, TopicQuality
from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.gui.qt_models.topic_text import describe_mixture
from phrase_explorer.workflows.topic_groups import topics_by_column


def model_of(mixtures, has_terms=None):
    table = np.array(mixtures, dtype=np.float32)
    topics = tuple(
        Topic(f"t{k + 1}", f"topic {k + 1}", False, k, False, 0.5, (), (), TopicQuality())
        for k in range(table.shape[1])
    )
    present = np.ones(len(table), dtype=bool) if has_terms is None else np.array(has_terms)
    return TopicModel(topics, np.eye(len(topics), 4, dtype=np.float32), table, present, 1.0)


def project_with(kind, values):
    corpus = SimpleNamespace(columns=(MetadataColumn("when", kind),), metadata_values=lambda _name: values)
    return SimpleNamespace(corpus=corpus)


def test_dates_are_grouped_in_order_and_undated_documents_left_out():
    model = model_of([[1, 0], [0, 1], [0.5, 0.5], [1, 0]])
    project = project_with("date", ["1901-05", "1801", "1801-02-03", None])

    groups = topics_by_column(project, model, "when")

    assert groups.values == ("1801", "1901")
    assert groups.counts == (2, 1)
    assert groups.shares.tolist() == [[0.25, 0.75], [1.0, 0.0]]
    assert groups.is_ordered


def test_many_years_become_periods():
    model = model_of([[1, 0]] * 100)
    project = project_with("date", [str(1700 + 3 * row) for row in range(100)])

    groups = topics_by_column(project, model, "when")

    assert len(groups.values) <= 24
    assert groups.values[0] == "1700–1724"
    assert sum(groups.counts) == 100


def test_categories_come_largest_first_and_documents_without_terms_do_not_count():
    model = model_of([[1, 0], [0, 1], [0, 1], [0.5, 0.5]], [True, True, True, False])

    groups = topics_by_column(project_with("category", ["a", "b", "b", "a"]), model, "when")

    assert groups.values == ("b", "a")
    assert groups.counts == (2, 1)
    assert not groups.is_ordered


def test_numbers_become_ranges():
    model = model_of([[1, 0]] * 40)

    groups = topics_by_column(project_with("number", [float(n) for n in range(40)]), model, "when")

    assert len(groups.values) == 8
    assert sum(groups.counts) == 40


def test_an_unknown_column_is_refused():
    with pytest.raises(UserFacingError, match="no metadata column 'x'; choose one of when"):
        topics_by_column(project_with("date", []), model_of([[1, 0]]), "x")


def test_a_document_that_fits_nothing_says_so():
    model = model_of([[0.9, 0.1], [0.5, 0.5], [0.5, 0.5]], [True, True, False])

    assert describe_mixture(model, 0) == "This document: topic 1 90% · topic 2 10%"
    assert describe_mixture(model, 1).startswith("This document: nothing in particular")
    assert describe_mixture(model, 2) == "This document holds no terms, so it has no topics."
