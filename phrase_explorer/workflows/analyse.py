"""From files to a project with a map: build it, or go on where a stopped run left it."""

import logging
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from phrase_explorer.domain.layout import Layout
from phrase_explorer.encoding.encoder_folder import encoder_fingerprint, read_encoder_folder
from phrase_explorer.extraction.options import hash_pipeline_files, pipeline_path
from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.foundation.progress import Progress
from phrase_explorer.layouts.layout_child import LayoutProcess, warm_up_in_child
from phrase_explorer.pipeline.load_stage import count_corpus, load
from phrase_explorer.pipeline.parameters import AnalysisParameters
from phrase_explorer.pipeline.run_analysis import run_analysis
from phrase_explorer.pipeline.stage_keys import load_key
from phrase_explorer.pipeline.stage_report import STAGES, StageReport
from phrase_explorer.project.project import Project
from phrase_explorer.project.project_file import ProjectFile
from phrase_explorer.readers.corpus_source import CorpusSource, open_corpus
from phrase_explorer.storage.corpus_database import CorpusDatabase, UnreadableDatabaseError

__all__ = ["STAGES", "AnalysisParameters", "StageReport", "analyse"]

logger = logging.getLogger(__name__)


def analyse(
    source: Path | None,
    project_folder: Path,
    parameters: AnalysisParameters,
    *,
    progress: Progress,
    on_stage: Callable[[StageReport], None] | None = None,
    on_layout: Callable[[Layout], None] | None = None,
    project: Project | None = None,
) -> None:
    """Build or resume a project.

    A project that has no map yet is committed after each stage, so that what is there can be shown at once. One that has a
    map keeps it until the new one stands, and is then committed once.

    Parameters
    ----------
    source
        File, folder or archive to read; None analyses the documents that the project holds.
    project
        The project, if it is open already; `project_folder` is then not opened again.

    Raises
    ------
    UserFacingError, Cancelled
        The project then holds its old state or a resumable part of the new one.
    """
    opened = open_corpus(source, parameters.import_options) if source is not None else None
    models = _models_of(parameters)
    own_project = Project.open_or_create(project_folder) if project is None else None
    try:
        run = _Run(project or own_project or Project.open(project_folder), on_stage or (lambda _: None), progress)
        run.analyse(source, opened, parameters, models, on_layout or (lambda _: None))
    finally:
        if own_project is not None:
            own_project.close()


def _models_of(parameters: AnalysisParameters) -> dict[str, dict[str, str]]:
    """Name the models that take part; one that is not there is refused before anything is written."""
    folder = Path(parameters.encoder_folder) if parameters.encoder_folder else None
    models = {"encoder": {"name": read_encoder_folder(folder).name, "fingerprint": encoder_fingerprint(folder)}}
    options = parameters.extraction
    if options.method == "noun_chunks":
        models["pipeline"] = {"name": pipeline_path(options).name, "fingerprint": hash_pipeline_files(options)}
    return models


class _Run:
    """One analysis on its way: the state that will be committed, stage by stage or at the end."""

    def __init__(self, project: Project, on_stage: Callable[[StageReport], None], progress: Progress) -> None:
        self._project = project
        self._on_stage = on_stage
        self._progress = progress
        self._before = project.state
        self._keeps_old_map = "layout" in self._before.stages
        self._state = ProjectFile()

    def analyse(
        self,
        source_path: Path | None,
        source: CorpusSource | None,
        parameters: AnalysisParameters,
        models: dict[str, dict[str, str]],
        on_layout: Callable[[Layout], None],
    ) -> None:
        """Load the corpus, run the stages and commit."""
        loaded = {stage: key for stage, key in self._before.stages.items() if stage == "load"}
        self._state = replace(self._before, parameters=parameters.to_json(), models=models, stages=loaded)
        process = None
        try:
            if source is not None and source_path is not None:
                process = self._load(source_path, source)
            elif self._project.state.corpus_file is None:
                raise UserFacingError(
                    f"The project '{self._project.folder.name}' holds no documents; say what to read."
                )
            elif not self._project.has_corpus:
                raise self._project.missing_corpus()
            with CorpusDatabase.open(self._project.folder / str(self._state.corpus_file)) as corpus:
                run_analysis(
                    self._project.store,
                    corpus,
                    parameters,
                    progress=self._progress,
                    on_stage=self._stage_ended,
                    on_layout=on_layout,
                    layout_process=process,
                )
        finally:
            if process is not None:
                process.close()
        if self._state.stages.get("embed") == self._before.stages.get("embed"):
            later = {stage: key for stage, key in self._before.stages.items() if stage not in STAGES}
            self._state = replace(
                self._state, stages={**self._state.stages, **later}
            )  # such as topics of these vectors
        if self._project.state != self._state:
            self._commit()

    def _load(self, source_path: Path, source: CorpusSource) -> LayoutProcess | None:
        """Read the source unless the project holds it already; meanwhile the layout process warms up."""
        began = time.monotonic()
        self._progress.begin("load", source.total_bytes, "bytes")
        key = load_key(source.content_key)
        before = self._project.state
        self._state = replace(self._state, source=str(source_path.absolute()), corpus_key=key)
        reused = before.corpus_key == key and self._can_read_corpus()
        process = None
        if not reused:
            process = warm_up_in_child()
            try:
                name = self._project.new_corpus_file(key)
                load(source, self._project.folder / name, self._progress)
            except BaseException:
                process.close()
                raise
            self._state = replace(self._state, corpus_file=name)
        with CorpusDatabase.open(self._project.folder / str(self._state.corpus_file)) as corpus:
            counts = count_corpus(corpus)
        self._stage_ended(StageReport("load", time.monotonic() - began, counts, reused, key))
        return process

    def _can_read_corpus(self) -> bool:
        """Say whether the documents are there and whole, so that a damaged file is replaced by reading the source again."""
        try:
            return self._project.has_corpus and self._project.corpus.n_documents >= 0
        except UnreadableDatabaseError as error:
            logger.warning("the corpus file is read again: %s", error)
            return False

    def _stage_ended(self, report: StageReport) -> None:
        self._state = self._state.with_stage(report.stage, report.key)
        if not self._keeps_old_map and not report.reused:
            self._commit()
        self._on_stage(report)

    def _commit(self) -> None:
        before = self._project.state
        self._project.commit(self._state)
        if before.corpus_file not in (None, self._state.corpus_file):
            self._project.remove_corpus_file(str(before.corpus_file))
