"""The final map against umap-learn from the same neighbours: seconds, seconds to get ready, and what the map keeps.

Both lay out the most frequent phrases of real text from one table of cosine neighbours, with a fixed seed. Getting ready is what
a new process pays before its first layout: imports, and compiling whatever is not kept on disk.
"""

import subprocess
import sys
import warnings
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from benchmarks.encode import frequent_phrases
from benchmarks.measure import compare, parse_arguments, print_measure, say, time_call
from phrase_explorer.encoding.encoder import Encoder
from phrase_explorer.foundation.array_types import AnyArray, FloatArray, Int32Array
from phrase_explorer.layouts.layout_options import LayoutOptions
from phrase_explorer.layouts.umap_layout import umap_layout
from phrase_explorer.retrieval.nearest_neighbours import nearest_neighbours

N_TERMS = 10_000
N_JUDGED = 4_000
OURS_READY = "from phrase_explorer.layouts.layout_child import prepare; prepare()"
PEER_READY = """
import warnings; warnings.simplefilter("ignore")
import numpy as np, umap
umap.UMAP(metric="cosine", random_state=42, n_epochs=2).fit(np.random.default_rng(0).normal(size=(20, 4)))
"""


def main(argv: Sequence[str] | None = None) -> None:
    arguments = parse_arguments(__doc__.splitlines()[0], argv)
    phrases = frequent_phrases(arguments)[:N_TERMS]
    say(f"{len(phrases):,} phrases")
    vectors = Encoder.load().encode(phrases)
    neighbours = nearest_neighbours(vectors, LayoutOptions().n_neighbors)

    umap_layout(vectors[:50], None, LayoutOptions(n_epochs=2))  # compiles
    lay_out_with_peer(vectors, neighbours, n_epochs=2)
    layout, ours_s = time_call(lambda: umap_layout(vectors, neighbours, LayoutOptions()))
    peer, peer_s = time_call(lambda: lay_out_with_peer(vectors, neighbours))
    figures = [compare("layout_seconds", "s", ours=ours_s, peer=peer_s, peer_name="", higher_is_better=False)]

    start_python(OURS_READY)  # leaves the compiled loop on disk, as any earlier run does
    ours_s, peer_s = time_call(lambda: start_python(OURS_READY))[1], time_call(lambda: start_python(PEER_READY))[1]
    figures.append(compare("layout_ready", "s", ours=ours_s, peer=peer_s, peer_name="", higher_is_better=False))

    for name, unit, judge in (
        ("layout_trustworthiness", "of 1", trustworthiness),
        ("layout_neighbours_kept", "share", neighbours_kept),
    ):
        ours_kept, peer_kept = judge(layout.positions, vectors, neighbours[0]), judge(peer, vectors, neighbours[0])
        figures.append(compare(name, unit, ours=ours_kept, peer=peer_kept, peer_name=""))
    for figure in figures:
        print_measure(replace(figure, peer_name="umap-learn"), arguments)


def lay_out_with_peer(
    vectors: FloatArray, neighbours: tuple[Int32Array, FloatArray], n_epochs: int | None = None
) -> FloatArray:
    """Lay out with umap-learn's defaults, a fixed seed and the neighbours given."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns that a seed means one thread
        import umap

        peer = umap.UMAP(metric="cosine", random_state=42, n_epochs=n_epochs, precomputed_knn=(*neighbours, None))
        positions: FloatArray = peer.fit_transform(vectors)
    return positions


def start_python(code: str) -> None:
    subprocess.run([sys.executable, "-c", code], check=True)


def trustworthiness(positions: FloatArray, vectors: FloatArray, _neighbours: AnyArray) -> float:
    """Give 1 less the penalty for false neighbours on the map (Venna and Kaski 2001), over a sample."""
    from sklearn.manifold import trustworthiness as measured

    judged = np.random.default_rng(0).permutation(len(vectors))[:N_JUDGED]
    k = min(15, (len(judged) - 1) // 2)
    return float(measured(vectors[judged], positions[judged], n_neighbors=k, metric="cosine"))


def neighbours_kept(positions: FloatArray, _vectors: FloatArray, neighbours: AnyArray) -> float:
    """Give the share of each term's true neighbours that are among its as many nearest on the map."""
    from scipy.spatial import cKDTree

    on_map: AnyArray = np.asarray(cKDTree(positions).query(positions, neighbours.shape[1])[1])
    kept = [len(set(near[1:]) & set(true[1:])) for near, true in zip(on_map.tolist(), neighbours.tolist(), strict=True)]
    return float(np.mean(kept) / max(1, neighbours.shape[1] - 1))


if __name__ == "__main__":
    main()
