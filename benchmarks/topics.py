"""Topic quality and time against LDA, LDA over words and phrases, BERTopic and the published neural topic model.

All models get the same documents cut into the same words and phrases, and are judged by their ten first terms on the same
reference counts (sliding windows of 110 words over the corpus). Pairs of terms that share a word are left out of NPMI for every
model. `intrusion` is the accuracy of an automatic judge with GloVe vectors, which none of the models was trained with. `seconds`
holds the embedding: of the terms for ours, of the documents for BERTopic, with the same encoder; torch has one thread for all.
``python -m benchmarks.topics --table`` also prints every model's row as a Markdown table on stderr.
"""

import math
import sys
import warnings
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from benchmarks.measure import compare, measuring_cost, parse_arguments, print_measure, require, say, time_call
from benchmarks.topic_corpora import TopicCorpus, read_corpus
from benchmarks.topic_peers import LISTED, Topics, fit_bertopic, fit_lda, warm_up_bertopic
from phrase_explorer.domain.vocabulary import Vocabulary
from phrase_explorer.encoding.encoder import Encoder
from phrase_explorer.foundation.array_types import FloatArray
from phrase_explorer.topic_modeling.cooccurrence import count_pairs
from phrase_explorer.topic_modeling.describing import describe_topics
from phrase_explorer.topic_modeling.fit_options import FitOptions, RankingMethod, published_options
from phrase_explorer.topic_modeling.fitting import fit_topics
from phrase_explorer.topic_modeling.intrusion import automatic_intrusion
from phrase_explorer.topic_modeling.quality import npmi_coherence, topic_diversity, word_sharing
from phrase_explorer.topic_modeling.topic_space import SpaceOptions, build_topic_space

CORPORA = ("newsgroups_raw", "travel_forum_csv")
TOPIC_COUNTS = (20, 50)
SEEDS = (1, 2, 3)
OURS = "ours"
PUBLISHED = "PNTM as published"
MEASURES = {"npmi": "NPMI", "diversity": "share", "npmi_x_diversity": "NPMI", "intrusion": "share", "seconds": "s"}
MANY_DOCUMENTS = 50_000
MOST_SECONDS = 120.0
REFERENCE_VECTORS = "paraphrase/glove_50d_4k/glove50_4k.txt"

Scores = dict[str, float]
Results = dict[str, list[Scores]]


@dataclass(frozen=True, eq=False)
class Embedded:
    """Vectors of terms and of documents, and the seconds that each took."""

    terms: FloatArray
    documents: FloatArray
    term_seconds: float
    document_seconds: float


def main() -> None:
    argv = sys.argv[1:]
    shows_table = "--table" in argv
    arguments = parse_arguments(__doc__.splitlines()[0], [flag for flag in argv if flag != "--table"])
    import torch

    torch.set_num_threads(1)
    encoder = Encoder.load()
    reference = read_vectors(require(arguments.data / REFERENCE_VECTORS))
    warm_up_bertopic(encoder.n_dims)
    for name in CORPORA[:1] if arguments.quick else CORPORA:
        corpus = read_corpus(name, arguments.data)
        say(f"{name}: {len(corpus.documents):,} documents, {corpus.vocabulary.n_terms:,} terms")
        embedded = embed(corpus, encoder)
        for n_topics in TOPIC_COUNTS[:1] if arguments.quick else TOPIC_COUNTS:
            results = run_models(corpus, embedded, n_topics, reference, SEEDS[:1] if arguments.quick else SEEDS)
            if shows_table:
                say_table(f"{name}, {n_topics} topics", results)
            means = {model: mean_scores(runs) for model, runs in results.items()}
            for peer in [model for model in means if model != OURS]:
                for measure, unit in MEASURES.items():
                    if math.isnan(means[OURS][measure] + means[peer][measure]):
                        continue  # no question could be asked
                    line = compare(
                        f"{measure}.{name}.k{n_topics}",
                        unit,
                        ours=means[OURS][measure],
                        peer=means[peer][measure],
                        peer_name=peer,
                        higher_is_better=measure != "seconds",
                    )
                    print_measure(line, arguments)
        if not arguments.quick and name == CORPORA[-1]:
            seconds, peak_bytes = fit_many_documents(corpus, embedded)
            limit = "two minutes, two gigabytes"
            line = compare(
                "seconds.50000_documents",
                "s",
                ours=seconds,
                peer=MOST_SECONDS,
                peer_name=limit,
                higher_is_better=False,
            )
            print_measure(line, arguments)
            line = compare(
                "memory.50000_documents",
                "MB",
                ours=peak_bytes / 1e6,
                peer=2000.0,
                peer_name=limit,
                higher_is_better=False,
            )
            print_measure(line, arguments)


def run_models(
    corpus: TopicCorpus, embedded: Embedded, n_topics: int, reference: Mapping[str, FloatArray], seeds: tuple[int, ...]
) -> Results:
    """Fit every model with every seed and score it."""
    models: dict[str, tuple[Callable[[int], Topics], float]] = {
        OURS: (
            lambda seed: fit_ours(corpus, embedded, FitOptions(n_topics=n_topics, seed=seed)),
            embedded.term_seconds,
        ),
        "LDA": (lambda seed: fit_lda(corpus, n_topics, seed, with_phrases=False), 0.0),
        "LDA, words and phrases": (lambda seed: fit_lda(corpus, n_topics, seed, with_phrases=True), 0.0),
        "BERTopic": (
            lambda seed: fit_bertopic(corpus, n_topics, seed, embedded.documents),
            embedded.document_seconds,
        ),
        PUBLISHED: (
            lambda seed: fit_published(corpus, embedded, n_topics, seed),
            embedded.term_seconds + embedded.document_seconds,
        ),
    }
    results: Results = defaultdict(list)
    for seed in seeds:
        for name, (fit, seconds_before) in models.items():
            if name == PUBLISHED and (seed != seeds[0] or n_topics != TOPIC_COUNTS[0]):
                continue  # its 300 epochs take minutes
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # peers' own deprecations
                topics, seconds = time_call(lambda fit=fit, seed=seed: fit(seed))  # type: ignore[misc]
            scores = score(topics, corpus, reference)
            results[name].append({**scores, "seconds": seconds + seconds_before})
            say(f"  k{n_topics} seed {seed} {name}: {_plain(results[name][-1])}")
    return results


def fit_ours(corpus: TopicCorpus, embedded: Embedded, options: FitOptions) -> Topics:
    """Ours, with its default document vectors, ranking and balance of words and phrases."""
    space = build_topic_space(corpus.vocabulary, embedded.terms, len(corpus.documents))
    model = describe_topics(fit_topics(space, options), (), space)
    return [[term.row for term in topic.top_terms(LISTED)] for topic in model.topics]


def fit_published(corpus: TopicCorpus, embedded: Embedded, n_topics: int, seed: int) -> Topics:
    """Fit the published model: raw document vectors of the encoder, its schedule, and its ranking by the encoder branch."""
    options = published_options(n_topics, seed=seed)
    space = build_topic_space(
        corpus.vocabulary,
        embedded.terms,
        len(corpus.documents),
        document_vectors=embedded.documents,
        options=SpaceOptions(is_centred=False, context_share=0.0),
    )
    ranking: RankingMethod = "encoder_branch"
    model = describe_topics(fit_topics(space, options), (), space, ranking=ranking, options=options)
    return [[term.row for term in topic.top_terms(LISTED)] for topic in model.topics]


def score(topics: Topics, corpus: TopicCorpus, reference: Mapping[str, FloatArray]) -> Scores:
    """Judge topics by their first ten terms."""
    topics = [topic[:LISTED] for topic in topics if len(topic) > 1]
    texts = [[corpus.vocabulary.terms[row] for row in topic] for topic in topics]
    counts = count_pairs(corpus.windows, np.array([row for topic in topics for row in topic], dtype=np.int32))
    coherence = [
        npmi_coherence(counts, np.array(topic, dtype=np.int32), shares_word=word_sharing(terms))
        for topic, terms in zip(topics, texts, strict=True)
    ]
    npmi, diversity = float(np.nanmean(coherence)), topic_diversity(texts)
    vectors = {term: vector for terms in texts for term in terms if (vector := _vector(term, reference)) is not None}
    phrases = [" " in term for terms in texts for term in terms]
    return {
        "npmi": npmi,
        "diversity": diversity,
        "npmi_x_diversity": npmi * diversity,
        "intrusion": automatic_intrusion(texts, vectors),
        "topics": float(len(topics)),
        "phrases": sum(phrases) / len(phrases),
    }


def embed(corpus: TopicCorpus, encoder: Encoder) -> Embedded:
    """Encode terms and documents, timing each."""
    encoder.encode(["warm up"])
    terms, term_seconds = time_call(lambda: encoder.encode(list(corpus.vocabulary.terms)))
    documents, document_seconds = time_call(lambda: encoder.encode([text or " " for text in corpus.documents]))
    say(f"  terms encoded in {term_seconds:.1f} s, documents in {document_seconds:.1f} s")
    return Embedded(terms, documents, term_seconds, document_seconds)


def fit_many_documents(corpus: TopicCorpus, embedded: Embedded) -> tuple[float, int]:
    """Time the fit and the description of 50 topics over 50,000 documents, drawn from the corpus less a third."""
    vocabulary = _drawn_documents(corpus.vocabulary, len(corpus.documents), MANY_DOCUMENTS)
    with measuring_cost() as cost:
        space = build_topic_space(vocabulary, embedded.terms, MANY_DOCUMENTS)
        describe_topics(fit_topics(space, FitOptions(n_topics=50)), (), space)
    return cost.seconds, cost.peak_bytes


def _drawn_documents(vocabulary: Vocabulary, n_documents: int, n_wanted: int) -> Vocabulary:
    random = np.random.default_rng(0)
    mentions = vocabulary.mentions[np.argsort(vocabulary.mentions[:, 1], kind="stable")]
    bounds = np.searchsorted(mentions[:, 1], np.arange(n_documents + 1))
    parts = []
    for new, old in enumerate(random.integers(0, n_documents, n_wanted)):
        part = mentions[bounds[old] : bounds[old + 1]].copy()
        part[:, 1] = new
        parts.append(part[random.random(len(part)) < 2 / 3])
    drawn = np.concatenate(parts)
    drawn = drawn[np.lexsort((drawn[:, 2], drawn[:, 1], drawn[:, 0]))]
    counts = np.bincount(drawn[:, 0], minlength=vocabulary.n_terms)
    return replace(
        vocabulary,
        counts=counts.astype(np.int32),
        mentions=drawn,
        mention_starts=np.concatenate([[0], np.cumsum(counts)]),
    )


def read_vectors(path: Path) -> dict[str, FloatArray]:
    """Read word vectors in word2vec's text form, scaled to unit length."""
    vectors = {}
    with path.open(encoding="utf-8") as lines:
        next(lines)
        for line in lines:
            word, *values = line.rstrip().split(" ")
            vector = np.array(values, dtype=np.float32)
            vectors[word] = vector / max(float(np.linalg.norm(vector)), 1e-9)
    return vectors


def mean_scores(runs: list[Scores]) -> Scores:
    """Give the mean of each score over the seeds."""
    return {name: float(np.mean([run[name] for run in runs])) for name in runs[0]}


def say_table(title: str, results: Results) -> None:
    """Print mean and spread over the seeds of every model."""
    say(f"\n{title}\n\n| model | NPMI | diversity | NPMI x diversity | intrusion | topics | phrases | seconds |")
    say("|---|---|---|---|---|---|---|---|")
    for model, runs in results.items():
        cells = []
        for name in ("npmi", "diversity", "npmi_x_diversity", "intrusion", "topics", "phrases", "seconds"):
            values = [run[name] for run in runs]
            digits = 0 if name == "topics" else 1 if name == "seconds" else 3
            spread = f" ± {np.std(values):.{digits}f}" if len(values) > 1 and name != "topics" else ""
            cells.append(f"{np.mean(values):.{digits}f}{spread}")
        say(f"| {model} | {' | '.join(cells)} |")


def _vector(term: str, reference: Mapping[str, FloatArray]) -> FloatArray | None:
    found = [reference[word] for word in term.casefold().split() if word in reference]
    if not found:
        return None
    mean: FloatArray = np.mean(found, axis=0)
    return mean / np.float32(max(float(np.linalg.norm(mean)), 1e-9))


def _plain(scores: Scores) -> str:
    return ", ".join(f"{name} {value:.3f}" for name, value in scores.items() if not math.isnan(value))


if __name__ == "__main__":
    main()
