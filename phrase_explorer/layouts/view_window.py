"""The part of the map that is on screen: a centre, a scale and a size in pixels, and the sums between the two."""

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Rect:
    """An axis-parallel rectangle in map units, y up."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        """Extent along x in map units."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Extent along y in map units."""
        return self.top - self.bottom

    @property
    def centre(self) -> tuple[float, float]:
        """Middle point in map units."""
        return (self.left + self.right) / 2, (self.bottom + self.top) / 2

    def grown(self, margin: float) -> "Rect":
        """Give the rectangle with `margin` map units added on every side."""
        return Rect(self.left - margin, self.bottom - margin, self.right + margin, self.top + margin)


@dataclass(frozen=True)
class ViewWindow:
    """What the map shows.

    Parameters
    ----------
    centre_x, centre_y
        Map units in the middle of the picture.
    scale
        Pixels per map unit.
    width_px, height_px
        Size of the picture.
    """

    centre_x: float
    centre_y: float
    scale: float
    width_px: float
    height_px: float

    def to_pixels(self, x: float, y: float) -> tuple[float, float]:
        """Give the pixel (x right, y down) of a map position."""
        return (
            (x - self.centre_x) * self.scale + self.width_px / 2,
            (self.centre_y - y) * self.scale + self.height_px / 2,
        )

    def to_map(self, x_px: float, y_px: float) -> tuple[float, float]:
        """Give the map position of a pixel."""
        return (
            self.centre_x + (x_px - self.width_px / 2) / self.scale,
            self.centre_y - (y_px - self.height_px / 2) / self.scale,
        )

    @property
    def rect(self) -> Rect:
        """The visible part of the map in map units."""
        half_width = self.width_px / 2 / self.scale
        half_height = self.height_px / 2 / self.scale
        return Rect(
            self.centre_x - half_width,
            self.centre_y - half_height,
            self.centre_x + half_width,
            self.centre_y + half_height,
        )

    def panned(self, dx_px: float, dy_px: float) -> "ViewWindow":
        """Give the view after the content moved by so many pixels."""
        return replace(self, centre_x=self.centre_x - dx_px / self.scale, centre_y=self.centre_y + dy_px / self.scale)

    def zoomed(self, factor: float, x_px: float, y_px: float) -> "ViewWindow":
        """Give the view at `factor` times the scale with the position under the pixel kept in place."""
        x, y = self.to_map(x_px, y_px)
        scale = self.scale * factor
        return replace(
            self,
            scale=scale,
            centre_x=x - (x_px - self.width_px / 2) / scale,
            centre_y=y + (y_px - self.height_px / 2) / scale,
        )

    def resized(self, width_px: float, height_px: float) -> "ViewWindow":
        """Give the same centre and scale in a picture of another size."""
        return replace(self, width_px=width_px, height_px=height_px)

    def magnified(self, ratio: float) -> "ViewWindow":
        """Give the same part of the map in a picture with `ratio` times as many pixels a side (device pixels)."""
        return replace(self, scale=self.scale * ratio, width_px=self.width_px * ratio, height_px=self.height_px * ratio)


@dataclass(frozen=True)
class Insets:
    """Pixels along the four edges of a picture that are to stay free."""

    left: float
    top: float
    right: float
    bottom: float


def fitted(rect: Rect, width_px: float, height_px: float, margin: float | Insets) -> ViewWindow:
    """Give the view in which `rect` fills the picture but for its margins; a single point gets a moderate scale."""
    inset = margin if isinstance(margin, Insets) else Insets(margin, margin, margin, margin)
    inner_width = max(width_px - inset.left - inset.right, 1.0)
    inner_height = max(height_px - inset.top - inset.bottom, 1.0)
    scales = [
        pixels / extent for pixels, extent in ((inner_width, rect.width), (inner_height, rect.height)) if extent > 0
    ]
    scale = min(scales) if scales else min(inner_width, inner_height) / 2
    x, y = rect.centre
    # The middle of the free part of the picture is where the middle of the rectangle belongs.
    return ViewWindow(
        x + (inset.right - inset.left) / 2 / scale,
        y + (inset.top - inset.bottom) / 2 / scale,
        scale,
        width_px,
        height_px,
    )
