"""How progress is said: stages by their names for people, counts with their unit, time in words."""

from phrase_explorer.foundation.progress import ProgressUpdate

STAGE_TITLES = {
    "load": "Reading documents",
    "read": "Reading documents",
    "extract": "Finding words and phrases",
    "embed": "Measuring what terms mean",
    "first_layout": "Drawing a first map",
    "neighbours": "Finding neighbours",
    "layout": "Drawing the map",
    "topics": "Fitting topics",
}
ANALYSIS_STAGES = ("load", "extract", "embed", "neighbours", "layout")


def counted(count: int, unit: str) -> str:
    """Give a count with its unit, which is given in the plural: "1 document", "2,239 terms"."""
    return f"{count:,} {unit.removesuffix('s') if count == 1 else unit}"


def stage_title(stage: str) -> str:
    """Give a stage's name for people; an unknown one as it is, with a capital."""
    return STAGE_TITLES.get(stage, stage[:1].upper() + stage[1:])


def describe_update(update: ProgressUpdate) -> str:
    """Say the stage and how far it is: "Finding words and phrases · 23 of 59 documents"."""
    parts = [stage_title(update.stage)]
    counts = describe_counts(update)
    if counts:
        parts.append(counts)
    if update.message:
        parts.append(update.message)
    return " · ".join(parts)


def describe_counts(update: ProgressUpdate) -> str:
    """Say how far a stage is, "" where it counts nothing."""
    if update.unit == "bytes" and update.total:
        return f"{100 * update.done // update.total} %"
    if update.total:
        return f"{update.done:,} of {update.total:,} {update.unit}"
    return f"{update.done:,} {update.unit}" if update.done else ""


def describe_remaining(remaining_s: float | None) -> str:
    """Say a time that is left, coarser the longer it is; "" when it is not known."""
    if remaining_s is None:
        return ""
    if remaining_s < 60:
        return f"{max(1, round(remaining_s))} s left"
    if remaining_s < 90 * 60:
        return f"{round(remaining_s / 60)} min left"
    return f"{remaining_s / 3600:.1f} h left"
