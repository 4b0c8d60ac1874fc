"""What a command changed, so that views refresh only that."""

from dataclasses import dataclass, fields


@dataclass(frozen=True)
class Changes:
    """Each flag names one thing that views may have to show again."""

    hidden_terms: bool = False
    tags: bool = False
    notes: bool = False
    saved_selections: bool = False
    analysis: bool = False
    corpus: bool = False
    topics: bool = False

    def __or__(self, other: "Changes") -> "Changes":
        return Changes(**{flag.name: getattr(self, flag.name) or getattr(other, flag.name) for flag in fields(Changes)})

    def __bool__(self) -> bool:
        return any(getattr(self, flag.name) for flag in fields(self))
