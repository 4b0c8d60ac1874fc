"""``topics``: what the corpus is about, as mixtures of words and phrases."""

import argparse
import math
from dataclasses import replace
from pathlib import Path

from phrase_explorer.cli.command import Command
from phrase_explorer.cli.terminal import Terminal
from phrase_explorer.domain.topic_model import NATURAL_BALANCE, Topic, TopicModel
from phrase_explorer.foundation.errors import UsageError
from phrase_explorer.pipeline.parameters import AnalysisParameters, TopicParameters
from phrase_explorer.project.project import Project
from phrase_explorer.workflows.open_project import open_project
from phrase_explorer.workflows.topic_tables import export_topics, topic_facts
from phrase_explorer.workflows.topics import ProjectTopics, current_model, fit_project_topics, open_topics, read_seeds


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("project", metavar="P", type=Path, help="project folder")
    parser.add_argument("--k", metavar="N", type=int, help="how many topics (default: as many as the corpus bears)")
    parser.add_argument("--suggest", action="store_true", help="find the number of topics again")
    parser.add_argument(
        "--seed-terms", metavar="F", type=Path, help="text file of topics to look for, a line each: name: term, term"
    )
    parser.add_argument("--seed", metavar="N", type=int, help="seed of the fit (default: 42)")
    parser.add_argument(
        "--documents",
        choices=("terms", "encoder"),
        help="documents as means of their terms' vectors, or as the encoder's vectors of their text (default: terms)",
    )
    parser.add_argument("--terms", metavar="N", type=int, default=10, help="terms to list (default: %(default)s)")
    parser.add_argument(
        "--balance",
        metavar="B",
        type=float,
        default=NATURAL_BALANCE,
        help="0 lists words only, 1 phrases only (default: %(default)s)",
    )
    parser.add_argument(
        "-o", "--output", metavar="FILE", type=Path, help="also write the topics: .json, .csv or .parquet"
    )


def _run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    if not 0.0 <= arguments.balance <= 1.0:
        raise UsageError(f"--balance is between 0 (words) and 1 (phrases), not {arguments.balance}.")
    if arguments.k is not None and arguments.k < 1:
        raise UsageError(f"--k is the number of topics, 1 or more, not {arguments.k}.")
    given = (arguments.k, arguments.seed_terms, arguments.seed, arguments.documents, arguments.suggest or None)
    with open_project(arguments.project, read_only=True) as project:
        topics = None if any(value is not None for value in given) else open_topics(project)
        if topics is not None:
            return _give(project, topics, arguments, terminal)
    with open_project(arguments.project) as project, terminal.long_work() as progress:
        project.require_analysis()
        topics = fit_project_topics(project, _parameters(project, arguments), progress=progress)
        return _give(project, topics, arguments, terminal)


def _parameters(project: Project, arguments: argparse.Namespace) -> TopicParameters:
    """Put what was given in place of what the project asked for last."""
    before = AnalysisParameters.from_json(project.state.parameters).topics
    n_topics = None if arguments.suggest else arguments.k if arguments.k is not None else before.n_topics
    return replace(
        before,
        n_topics=n_topics,
        seed=before.seed if arguments.seed is None else arguments.seed,
        documents=arguments.documents or before.documents,
        seeds=before.seeds if arguments.seed_terms is None else read_seeds(arguments.seed_terms),
    )


def _give(project: Project, topics: ProjectTopics, arguments: argparse.Namespace, terminal: Terminal) -> int:
    model = current_model(project, topics)
    for topic in model.visible_topics:
        facts = topic_facts(topic, n_terms=arguments.terms, balance=arguments.balance)
        terminal.give(facts, _text(topic, arguments.terms, arguments.balance))
    terminal.show(_summary(model))
    for note in model.notes:
        terminal.say(note)
    if arguments.output is not None:
        for path in export_topics(model, arguments.output, document_keys=project.corpus.keys()):
            terminal.say(f"Written: {path}")
    return 0


def _text(topic: Topic, n_terms: int, balance: float) -> str:
    terms = ", ".join(term.text for term in topic.top_terms(n_terms, balance))
    return f"{topic.share:6.1%}  {_defined(topic.quality.npmi):>5}  {topic.name}\n               {terms}"


def _summary(model: TopicModel) -> str:
    n_topics = len(model.visible_topics)
    return (
        f"{n_topics} {'topic' if n_topics == 1 else 'topics'}; share of the corpus, coherence (NPMI), name, terms. "
        f"Mean NPMI {_defined(model.npmi)}, diversity {_defined(model.diversity)}."
    )


def _defined(value: float) -> str:
    return "not defined" if math.isnan(value) else f"{value:.2f}"


COMMAND = Command(
    "topics",
    "say what the corpus is about, as mixtures of words and phrases",
    _add_arguments,
    _run,
    (
        "topics speeches.phrasemap",
        "topics speeches.phrasemap --k 20 --json",
        "topics speeches.phrasemap --seed-terms seeds.txt",
        "topics speeches.phrasemap -o topics.csv",
    ),
)
