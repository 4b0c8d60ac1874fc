"""Topics of a project: fit them, read them with the user's edits, and edit them under undo."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from phrase_explorer.domain.topic_edits import TopicEdit
from phrase_explorer.domain.topic_model import TopicModel
from phrase_explorer.foundation.array_types import BoolArray, Int32Array
from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.foundation.progress import Progress
from phrase_explorer.pipeline.parameters import AnalysisParameters, TopicParameters, TopicSeeds
from phrase_explorer.pipeline.stage_keys import topics_key
from phrase_explorer.pipeline.topic_stage import TopicsRequest, make_topic_fitter, open_topic_space
from phrase_explorer.pipeline.workers import Workers
from phrase_explorer.project.project import Project
from phrase_explorer.project.topic_edits import EditTopics
from phrase_explorer.topic_modeling.describing import describe_topics
from phrase_explorer.topic_modeling.editing import apply_edit, shape_topics
from phrase_explorer.topic_modeling.fitting import FittedTopics
from phrase_explorer.topic_modeling.matching import carry_over
from phrase_explorer.topic_modeling.representatives import RepresentativeDocument, representative_documents
from phrase_explorer.topic_modeling.term_ranking import score_terms
from phrase_explorer.topic_modeling.topic_space import TopicSpace

logger = logging.getLogger(__name__)

__all__ = ["ProjectTopics", "TopicParameters", "TopicSeeds", "edit_topics", "fit_project_topics", "open_topics"]


@dataclass(frozen=True, eq=False)
class ProjectTopics:
    """One fit of a project, ready to be read with any list of edits. Made in seconds; hold on to it."""

    key: str
    space: TopicSpace
    fitted: FittedTopics

    def describe(self, edits: Sequence[TopicEdit] = (), *, hidden: BoolArray | None = None) -> TopicModel:
        """Give the topics as they stand after `edits`; terms that are `hidden` (n_terms,) are not listed."""
        return describe_topics(self.fitted, edits, self.space, excluded=hidden)

    def check(self, edits: Sequence[TopicEdit], edit: TopicEdit) -> None:
        """Raise `UserFacingError` if `edit` cannot be made after `edits`."""
        apply_edit(shape_topics(self.fitted, edits, self.space), edit, self.space)

    def documents(self, model: TopicModel, position: int, n_documents: int = 10) -> tuple[RepresentativeDocument, ...]:
        """Give the documents that are most about a topic."""
        return representative_documents(model, position, self.space, n_documents=n_documents)


@dataclass(frozen=True, eq=False)
class TopicReading:
    """The topics as they stand, and the column of each term's topic, (n_terms,) int32, -1 for terms that no topic uses."""

    model: TopicModel
    term_topics: Int32Array


@dataclass(frozen=True)
class TopicDocument:
    """A document that is about a topic: its row, title and share, and the place and words of its best passage."""

    document: int
    title: str
    share: float
    start: int
    end: int
    passage: str


def fit_project_topics(
    project: Project, parameters: TopicParameters | None = None, *, progress: Progress
) -> ProjectTopics:
    """Fit topics, or find those that were fitted with the same parameters before, and make them the project's.

    What the user said about the topics before is carried over to the new ones that match.

    Parameters
    ----------
    parameters
        None asks for what the project asked for last, at first for as many topics as the corpus bears.

    Raises
    ------
    UserFacingError, Cancelled
    """
    analysis = project.require_analysis()
    if analysis.term_embeddings is None:
        raise UserFacingError(
            f"The project '{project.folder.name}' has no vectors yet; run analyse again to finish it."
        )
    asked = AnalysisParameters.from_json(project.state.parameters)
    asked = asked if parameters is None else replace(asked, topics=parameters)
    key = topics_key(analysis.keys["embed"], asked.topics)
    if project.store.read("topics", key) is None:
        folder = Path(asked.encoder_folder) if asked.encoder_folder else None
        corpus_file = project.folder / str(project.state.corpus_file)
        request = TopicsRequest(analysis.keys["extract"], analysis.keys["embed"], key, asked.topics)
        progress.begin("topics", None, "epochs")
        with Workers(make_topic_fitter, project.store.folder, corpus_file, folder) as workers:
            workers.run([request], progress)
    before = project.state.stages.get("topics")
    if before != key:
        _take_over(project, before, key)
        merged = {**project.state.parameters, "topics": asked.to_json()["topics"]}
        project.commit(replace(project.state.with_stage("topics", key), parameters=merged))
    return _open(project, key)


def open_topics(project: Project) -> ProjectTopics | None:
    """Open the topics that the project has; None if it has none (yet)."""
    key = project.state.stages.get("topics")
    analysis = project.analysis
    if key is None or analysis is None or analysis.term_embeddings is None:
        return None
    if project.store.read("topics", key) is None:
        return None
    return _open(project, key)


def current_model(project: Project, topics: ProjectTopics) -> TopicModel:
    """Give the topics of a project as the user left them."""
    vocabulary = topics.space.vocabulary
    return topics.describe(
        project.annotations.topic_edits(topics.key), hidden=project.annotations.hidden_mask(vocabulary)
    )


def read_topics(project: Project, topics: ProjectTopics) -> TopicReading:
    """Give the topics as the user left them, with the topic of every term."""
    edits = project.annotations.topic_edits(topics.key)
    hidden = project.annotations.hidden_mask(topics.space.vocabulary)
    model = topics.describe(edits, hidden=hidden)
    shaped = shape_topics(topics.fitted, edits, topics.space)
    scores = score_terms(topics.space, shaped.vectors, shaped.passage_topics)
    scores[[place for place, topic in enumerate(model.topics) if topic.is_hidden]] = 0.0
    main = np.where(scores.max(axis=0) > 0, scores.argmax(axis=0), -1).astype(np.int32)
    return TopicReading(model, main)


def read_topic_documents(
    project: Project, topics: ProjectTopics, model: TopicModel, position: int, *, n_documents: int = 10
) -> list[TopicDocument]:
    """Give the documents that are most about a topic, with the passage of each that says it best."""
    found = topics.documents(model, position, n_documents)
    documents = {one.document: project.corpus.document(one.document) for one in found}
    return [
        TopicDocument(
            one.document,
            documents[one.document].title,
            one.share,
            one.start,
            one.end,
            " ".join(documents[one.document].text[one.start : one.end].split()),
        )
        for one in found
    ]


def edit_topics(project: Project, topics: ProjectTopics, edit: TopicEdit) -> EditTopics:
    """Give the command that makes an edit, after trying it. Raises `UserFacingError` if it cannot be made."""
    topics.check(project.annotations.topic_edits(topics.key), edit)
    return EditTopics(topics.key, edit)


def read_seeds(path: Path) -> tuple[TopicSeeds, ...]:
    """Read seed terms from a text file: one topic a line, ``name: term, term`` or just ``term, term``; # begins a comment.

    Raises
    ------
    UserFacingError
        If the file cannot be read or names no seeds.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UserFacingError(f"The seed terms in '{path}' cannot be read; give a UTF-8 text file.") from error
    seeds = []
    for line in lines:
        content = line.split("#", 1)[0].strip()
        name, colon, listed = content.partition(":")
        terms = tuple(term for part in (listed if colon else content).split(",") if (term := " ".join(part.split())))
        if terms:
            seeds.append(TopicSeeds(" ".join(name.split()) if colon else "", terms))
    if not seeds:
        raise UserFacingError(f"'{path}' names no seed terms; write one topic a line, as in  money: public debt, tax.")
    return tuple(seeds)


def _open(project: Project, key: str) -> ProjectTopics:
    analysis, artifact = project.require_analysis(), project.store.read("topics", key)
    if artifact is None or analysis.term_embeddings is None:
        raise UserFacingError("The topics of this project are gone from its folder; fit them again.")
    vectors = np.asarray(analysis.term_embeddings.vectors)
    return ProjectTopics(key, *open_topic_space(analysis.vocabulary, vectors, project.corpus.n_documents, artifact))


def _take_over(project: Project, before: str | None, key: str) -> None:
    """Carry what the user said about the topics before to the new ones, unless those were edited already."""
    if before is None or project.annotations.topic_edits(key) or not project.annotations.topic_edits(before):
        return
    if project.store.read("topics", before) is None:
        return
    try:
        old = _open(project, before).describe(project.annotations.topic_edits(before))
    except (ValueError, IndexError, UserFacingError) as error:  # fitted on another vocabulary
        logger.info("edits of earlier topics could not be carried over: %s", error)
        return
    project.annotations.set_topic_edits(key, carry_over(old, _open(project, key).describe()))
