"""Vectors to the map: the first layout at once, the final one in the layout process."""

from phrase_explorer.domain.layout import Layout
from phrase_explorer.foundation.progress import Progress
from phrase_explorer.layouts.layout_child import LayoutProcess, umap_layout_in_child
from phrase_explorer.layouts.layout_options import LayoutOptions
from phrase_explorer.layouts.pca_layout import pca_layout
from phrase_explorer.pipeline.vector_stages import Counts, read_whole
from phrase_explorer.storage.artifact_store import ArtifactStore
from phrase_explorer.storage.noun_arrays import embeddings_from_arrays, layout_to_arrays

FEWEST_FOR_CHILD = 12
"""With fewer terms every layout is the simple one; no process is worth its start."""


def first_layout(store: ArtifactStore, key: str, embed_key: str, progress: Progress) -> tuple[Counts, Layout]:
    """Lay the terms out by their principal components and keep the layout under `key`."""
    progress.begin("first_layout", None, "terms")
    layout = pca_layout(embeddings_from_arrays(read_whole(store, "embed", embed_key)).vectors)
    counts = {"terms": len(layout.positions)}
    store.write("first_layout", key, layout_to_arrays(layout, {"counts": counts}))
    return counts, layout


def final_layout(
    store: ArtifactStore,
    key: str,
    *,
    embed_key: str,
    neighbours_key: str,
    options: LayoutOptions,
    process: LayoutProcess | None,
    progress: Progress,
) -> tuple[Counts, Layout]:
    """Lay the terms out by UMAP in the layout process and keep the layout under `key`."""
    vectors = embeddings_from_arrays(read_whole(store, "embed", embed_key)).vectors
    if len(vectors) < FEWEST_FOR_CHILD:
        layout = Layout(pca_layout(vectors).positions, "simple")
    else:
        layout = umap_layout_in_child(
            store.path("embed", embed_key),
            store.path("neighbours", neighbours_key),
            options,
            progress=progress,
            process=process,
        )
    counts = {"terms": len(layout.positions)}
    store.write("layout", key, layout_to_arrays(layout, {"counts": counts}))
    return counts, layout
