"""Document keys that occur once within a corpus."""


class UniqueKeys:
    """Hand out document keys that occur once: the second "7" becomes "7 (2)"."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._next_number: dict[str, int] = {}
        self.n_changed = 0
        self.examples: list[str] = []

    def claim(self, key: str) -> str:
        """Give `key`, or the first free "key (2)", "key (3)", ..., and remember it."""
        unique = key
        if key in self._taken:
            number = self._next_number.get(key, 2)
            while (unique := f"{key} ({number})") in self._taken:
                number += 1
            self._next_number[key] = number + 1
            self.n_changed += 1
            if len(self.examples) < 3 and key not in self.examples:
                self.examples.append(key)
        self._taken.add(unique)
        return unique
