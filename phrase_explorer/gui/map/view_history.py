"""Back and forward through the views of the map, as in a browser."""

from phrase_explorer.layouts.view_window import ViewWindow

MOST_KEPT = 100


class ViewHistory:
    """Remembers where the map rested; a view that is hardly different replaces the last."""

    def __init__(self) -> None:
        self._views: list[ViewWindow] = []
        self._at = -1

    @property
    def can_go_back(self) -> bool:
        """Whether there is an earlier view."""
        return self._at > 0

    @property
    def can_go_forward(self) -> bool:
        """Whether there is a later view."""
        return self._at < len(self._views) - 1

    def rest(self, view: ViewWindow) -> None:
        """Note that the map came to rest here; what lay ahead is forgotten."""
        if self._at >= 0 and _is_nearly_same(self._views[self._at], view):
            return
        self._views = [*self._views[: self._at + 1], view][-MOST_KEPT:]
        self._at = len(self._views) - 1

    def back(self) -> ViewWindow | None:
        """Give the earlier view, None at the beginning."""
        if not self.can_go_back:
            return None
        self._at -= 1
        return self._views[self._at]

    def forward(self) -> ViewWindow | None:
        """Give the later view, None at the end."""
        if not self.can_go_forward:
            return None
        self._at += 1
        return self._views[self._at]

    def clear(self) -> None:
        """Forget all views."""
        self._views, self._at = [], -1


def _is_nearly_same(one: ViewWindow, other: ViewWindow) -> bool:
    if abs(one.scale / other.scale - 1) > 0.02:
        return False
    moved = max(abs(one.centre_x - other.centre_x), abs(one.centre_y - other.centre_y)) * other.scale
    return moved < 8
