"""What the window says of topics in words and numbers."""

import math

from phrase_explorer.domain.topic_model import Topic, TopicModel


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


def number(value: float) -> str:
    """Give a measure with two decimals; what is not defined says so."""
    return "not defined" if math.isnan(value) else f"{value:.2f}"
