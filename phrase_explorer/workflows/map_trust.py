"""How far the map can be trusted at each term: measured from the neighbours that the layout was made from."""

from phrase_explorer.foundation.progress import Progress
from phrase_explorer.layouts.trust import MapTrust, measure_trust
from phrase_explorer.project.project import Project


def measure_map_trust(project: Project, *, progress: Progress) -> MapTrust | None:
    """Compare every term's true neighbours with its surroundings on the map; None while there is no final map."""
    analysis = project.analysis
    key = project.state.stages.get("neighbours")
    if analysis is None or analysis.layout is None or key is None:
        return None
    content = project.store.read("neighbours", key)
    if content is None or len(content.arrays["rows"]) != analysis.vocabulary.n_terms:
        return None
    return measure_trust(analysis.layout.positions, content.arrays["rows"], progress=progress)
