"""The stages after loading, in order; each is skipped where its result is there already and whole.

Reads top to bottom like a recipe: vocabulary, vectors, first map, neighbours, map.
"""

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from phrase_explorer.domain.layout import Layout
from phrase_explorer.encoding.encoder_folder import encoder_fingerprint
from phrase_explorer.foundation.progress import Progress
from phrase_explorer.layouts.layout_child import LayoutProcess, warm_up_in_child
from phrase_explorer.pipeline.extract_stage import extract, fit_options
from phrase_explorer.pipeline.layout_stages import final_layout, first_layout
from phrase_explorer.pipeline.parameters import AnalysisParameters
from phrase_explorer.pipeline.stage_keys import (
    embed_key,
    extract_key,
    first_layout_key,
    layout_key,
    neighbours_key,
)
from phrase_explorer.pipeline.stage_report import Stage, StageReport
from phrase_explorer.pipeline.vector_stages import (
    EmbedRequest,
    NeighboursRequest,
    make_encoder,
    make_neighbour_finder,
)
from phrase_explorer.pipeline.workers import Workers
from phrase_explorer.storage.array_folder import CorruptArtifactError, read_facts
from phrase_explorer.storage.artifact_store import ArtifactStore
from phrase_explorer.storage.corpus_database import CorpusDatabase

logger = logging.getLogger(__name__)

OnStage = Callable[[StageReport], None]
OnLayout = Callable[[Layout], None]


@dataclass(frozen=True)
class AnalysisKeys:
    """The key of every stage after loading, known before any of them runs."""

    extract: str
    embed: str
    first_layout: str
    neighbours: str
    layout: str


def plan_keys(corpus: CorpusDatabase, parameters: AnalysisParameters) -> AnalysisKeys:
    """Give the keys that an analysis of this corpus with these parameters has."""
    folder = Path(parameters.encoder_folder) if parameters.encoder_folder else None
    extracted = extract_key(corpus.content_hash, parameters.extraction)
    embedded = embed_key(extracted, encoder_fingerprint(folder))
    return AnalysisKeys(
        extracted,
        embedded,
        first_layout_key(embedded),
        neighbours_key(embedded, parameters.layout.n_neighbors),
        layout_key(embedded, parameters.layout),
    )


def run_analysis(
    store: ArtifactStore,
    corpus: CorpusDatabase,
    parameters: AnalysisParameters,
    *,
    progress: Progress,
    on_stage: OnStage,
    on_layout: OnLayout,
    layout_process: LayoutProcess | None = None,
) -> None:
    """Run what is missing.

    Parameters
    ----------
    on_stage
        Called at the end of each stage, when its artifact stands.
    on_layout
        Called with the first layout and with the final one.
    layout_process
        One that is warming up; without it one is started here, if the map is to be made.
    """
    extraction, notes = fit_options(corpus, parameters.extraction)
    keys = plan_keys(corpus, replace(parameters, extraction=extraction))
    runner = _StageRunner(store, progress, on_stage)
    own_process = None
    if layout_process is None and not runner.is_there("layout", keys.layout):
        layout_process = own_process = warm_up_in_child()
    try:
        runner.run(
            "extract",
            keys.extract,
            lambda: extract(store, keys.extract, corpus, extraction, progress, notes=notes),
            notes,
        )
        _embed(runner, keys, parameters)
        _first_layout(runner, keys, on_layout)
        _neighbours(runner, keys, parameters)
        _layout(runner, keys, parameters, layout_process, on_layout)
    finally:
        if own_process is not None:
            own_process.close()


class _StageRunner:
    """Runs a stage or finds its result, and says so."""

    def __init__(self, store: ArtifactStore, progress: Progress, on_stage: OnStage) -> None:
        self.store = store
        self.progress = progress
        self._on_stage = on_stage
        self._whole: dict[tuple[str, str], bool] = {}

    def is_there(self, stage: Stage, key: str) -> bool:
        """Say whether the artifact is there and whole; a corrupt one is logged once."""
        if (stage, key) not in self._whole:
            self._whole[stage, key] = self.store.is_whole(stage, key)
        return self._whole[stage, key]

    def run(self, stage: Stage, key: str, work: Callable[[], Mapping[str, int]], notes: tuple[str, ...] = ()) -> None:
        """Do the work unless its result is there, then report the stage."""
        self.progress.check_cancelled()
        began = time.monotonic()
        reused = self.is_there(stage, key)
        counts = self._counts(stage, key) if reused else work()
        self._whole[stage, key] = True
        seconds = time.monotonic() - began
        logger.info("stage %s %s: %s in %.1f s", stage, "found" if reused else "done", dict(counts), seconds)
        self._on_stage(StageReport(stage, seconds, counts, reused, key, notes))

    def _counts(self, stage: Stage, key: str) -> Mapping[str, int]:
        counts = read_facts(self.store.path(stage, key)).get("counts", {})
        if not isinstance(counts, dict):
            raise CorruptArtifactError(f"the artifact of stage {stage} does not say what it counted")
        return counts


def _embed(runner: _StageRunner, keys: AnalysisKeys, parameters: AnalysisParameters) -> None:
    folder = Path(parameters.encoder_folder) if parameters.encoder_folder else None

    def work() -> Mapping[str, int]:
        runner.progress.begin("embed", None, "terms")
        runner.progress.note("loading the encoder")
        with Workers(make_encoder, runner.store.folder, folder) as workers:
            return workers.run([EmbedRequest(keys.extract, keys.embed)], runner.progress)[0]

    runner.run("embed", keys.embed, work)


def _first_layout(runner: _StageRunner, keys: AnalysisKeys, on_layout: OnLayout) -> None:
    def work() -> Mapping[str, int]:
        counts, layout = first_layout(runner.store, keys.first_layout, keys.embed, runner.progress)
        on_layout(layout)
        return counts

    runner.run("first_layout", keys.first_layout, work)


def _neighbours(runner: _StageRunner, keys: AnalysisKeys, parameters: AnalysisParameters) -> None:
    def work() -> Mapping[str, int]:
        with Workers(make_neighbour_finder, runner.store.folder) as workers:
            request = NeighboursRequest(keys.embed, keys.neighbours, parameters.layout.n_neighbors)
            return workers.run([request], runner.progress)[0]

    runner.run("neighbours", keys.neighbours, work)


def _layout(
    runner: _StageRunner,
    keys: AnalysisKeys,
    parameters: AnalysisParameters,
    process: LayoutProcess | None,
    on_layout: OnLayout,
) -> None:
    def work() -> Mapping[str, int]:
        counts, layout = final_layout(
            runner.store,
            keys.layout,
            embed_key=keys.embed,
            neighbours_key=keys.neighbours,
            options=parameters.layout,
            process=process,
            progress=runner.progress,
        )
        on_layout(layout)
        return counts

    runner.run("layout", keys.layout, work)
