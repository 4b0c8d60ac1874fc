"""What the window says of topics in words and numbers."""

import math

from phrase_explorer.domain.topic_model import Topic, TopicModel
from phrase_explorer.topic_modeling.mixture_entropy import mixture_entropy

LEAST_SHARE = 0.1
VAGUE_ENTROPY = 0.95


def describe_model(model: TopicModel) -> str:
    """Say how many topics there are and how good they are together."""
    n_topics = len(model.visible_topics)
    parts = [f"{n_topics} {'topic' if n_topics == 1 else 'topics'}", f"NPMI {number(model.npmi)}"]
    if n_topics < model.n_topics:
        parts.insert(1, f"{model.n_topics - n_topics} hidden")
    return " · ".join([*parts, f"diversity {number(model.diversity)}"])


def describe_quality(topic: Topic) -> str:
    """Say how good one topic is."""
    quality = topic.quality
    parts = [f"coherence NPMI {number(quality.npmi)}, C_v {number(quality.c_v)}"]
    if not math.isnan(quality.distinctness):
        parts.append(f"{quality.distinctness:.0%} of its terms are its own")
    if not math.isnan(quality.stability):
        parts.append(f"{quality.stability:.0%} comes back with other seeds")
    return " · ".join(parts)


def describe_mixture(model: TopicModel, document: int) -> str:
    """Say what one document is about: its largest topics with their shares, or that it fits nothing in particular."""
    if not 0 <= document < len(model.document_topics) or not model.has_terms[document]:
        return "This document holds no terms, so it has no topics."
    shares = model.document_topics[document]
    order = shares.argsort()[::-1][:3]
    named = [
        f"{model.topics[place].name} {float(shares[place]):.0%}" for place in order if shares[place] >= LEAST_SHARE
    ]
    if float(mixture_entropy(shares[None, :])[0]) > VAGUE_ENTROPY:
        named.insert(0, "nothing in particular")
    return "This document: " + " · ".join(named)


def number(value: float) -> str:
    """Give a measure with two decimals; what is not defined says so."""
    return "not defined" if math.isnan(value) else f"{value:.2f}"
