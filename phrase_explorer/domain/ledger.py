"""What a stage left out and why: one entry a rule, with how much it dropped and what that looked like."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

MAX_EXAMPLES = 5


@dataclass(frozen=True)
class LedgerEntry:
    """One rule and what it dropped.

    Parameters
    ----------
    rule
        Short name, the same as the switch that turns the rule off where there is one.
    count
        Terms that the rule dropped (or texts, for rules about whole texts).
    mentions
        How often these occurred in the corpus.
    examples
        Up to five of them, the most frequent first.
    explanation
        One plain sentence for the user: what the rule is, and which option changes it.
    """

    rule: str
    count: int
    mentions: int
    examples: tuple[str, ...]
    explanation: str


@dataclass(frozen=True)
class Ledger:
    """The entries of a stage in the order in which its rules apply, and notes that concern the whole corpus."""

    entries: tuple[LedgerEntry, ...] = ()
    notes: tuple[str, ...] = ()

    def entry(self, rule: str) -> LedgerEntry | None:
        """Give the entry of a rule; None if it dropped nothing."""
        return next((entry for entry in self.entries if entry.rule == rule), None)

    def to_json(self) -> dict[str, Any]:  # Any: JSON values
        """Give the ledger as JSON values."""
        return {
            "entries": [
                {
                    "rule": entry.rule,
                    "count": entry.count,
                    "mentions": entry.mentions,
                    "examples": list(entry.examples),
                    "explanation": entry.explanation,
                }
                for entry in self.entries
            ],
            "notes": list(self.notes),
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> "Ledger":  # Any: JSON values
        """Read what `to_json` gave.

        Raises
        ------
        ValueError
            If the values are not those of a ledger.
        """
        try:
            entries = tuple(
                LedgerEntry(
                    str(entry["rule"]),
                    int(entry["count"]),
                    int(entry["mentions"]),
                    tuple(str(example) for example in entry["examples"]),
                    str(entry["explanation"]),
                )
                for entry in values["entries"]
            )
            return cls(entries, tuple(str(note) for note in values["notes"]))
        except (KeyError, TypeError) as error:
            raise ValueError(f"not a ledger: {error}") from error
