"""What a user says about topics, under undo: one command for every kind of edit.

The edits of a fit are a list in the annotations; doing adds to its end, undoing gives back the list as it was.
"""

from typing import TYPE_CHECKING

from phrase_explorer.domain.topic_edits import (
    ForbidTerm,
    HideTopic,
    MergeTopics,
    PinTerm,
    RecolourTopic,
    ReleaseTerm,
    RenameTopic,
    ReorderTopics,
    SeedTopic,
    SplitTopic,
    SplitTopicByTerms,
    TopicEdit,
)
from phrase_explorer.project.changes import Changes

if TYPE_CHECKING:
    from phrase_explorer.project.project import Project


class EditTopics:
    """Add one edit to the topics of a fit. The edit has been tried before: a command never fails half-way."""

    def __init__(self, topics_key: str, edit: TopicEdit) -> None:
        self.topics_key = topics_key
        self.edit = edit
        self.label = describe_edit(edit)
        self._before: tuple[TopicEdit, ...] = ()

    def do(self, project: "Project") -> Changes:
        """Add the edit."""
        self._before = project.annotations.topic_edits(self.topics_key)
        project.annotations.set_topic_edits(self.topics_key, (*self._before, self.edit))
        return Changes(topics=True)

    def undo(self, project: "Project") -> Changes:
        """Give back the edits that there were."""
        project.annotations.set_topic_edits(self.topics_key, self._before)
        return Changes(topics=True)


def describe_edit(edit: TopicEdit) -> str:
    """Name an edit as the Edit menu does."""
    match edit:
        case RenameTopic(name=name):
            return f"Rename topic to “{name}”" if name.strip() else "Give topic its default name"
        case MergeTopics(topics=topics):
            return f"Merge {len(topics)} topics"
        case SplitTopic(n_parts=n_parts):
            return f"Split topic into {n_parts}"
        case SplitTopicByTerms(terms=terms):
            return f"Split topic by {len(terms)} {'term' if len(terms) == 1 else 'terms'}"
        case SeedTopic():
            return "New topic from seeds"
        case PinTerm(term=term):
            return f"Pin “{term}”"
        case ForbidTerm(term=term):
            return f"Ban “{term}” from topic"
        case ReleaseTerm(term=term):
            return f"Release “{term}”"
        case HideTopic(is_hidden=is_hidden):
            return "Hide topic" if is_hidden else "Show topic"
        case ReorderTopics():
            return "Reorder topics"
        case RecolourTopic():
            return "Recolour topic"
