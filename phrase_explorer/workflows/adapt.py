"""Adapt the encoder to a project's own terms, look at what changed, and go back with one call.

The adapted encoder lives in the project, in a folder named after its own fingerprint, so that everything made with the old one
stays valid and is found again when the person goes back.
"""

import json
import logging
import os
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from phrase_explorer.adaptation.adaptation_check import AdaptationCheck, HeldOutTerm, check_adaptation
from phrase_explorer.adaptation.held_out_terms import split_terms
from phrase_explorer.adaptation.mirror_training import MirrorOptions, train_mirror
from phrase_explorer.adaptation.neighbour_changes import NeighbourChange, neighbour_changes
from phrase_explorer.domain.vocabulary import Vocabulary
from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.foundation.progress import Progress
from phrase_explorer.pipeline.parameters import AnalysisParameters
from phrase_explorer.pipeline.stage_report import StageReport
from phrase_explorer.project.project import Project
from phrase_explorer.storage.corpus_database import CorpusDatabase
from phrase_explorer.workflows.analyse import analyse
from phrase_explorer.workflows.query_encoder import ENCODERS_FOLDER, encoder_folder_of

logger = logging.getLogger(__name__)

RECORD_NAME = "adaptation.json"
MAX_HELD_OUT = 400
MAX_CONTEXTS = 1_200
"""Training terms that are shown their context too: the most frequent ones, since contexts cost five times a term."""
CONTEXT_CHARACTERS = 120
N_COMPARED = 2_000


@dataclass(frozen=True)
class Adaptation:
    """What an adaptation gave.

    Parameters
    ----------
    is_accepted
        The check found it better and the project now uses it; otherwise the project is as it was.
    encoder_folder
        Where the adapted encoder is; None if it was refused.
    """

    is_accepted: bool
    encoder_folder: Path | None
    check: AdaptationCheck
    changes: tuple[NeighbourChange, ...]
    n_terms: int
    masked_share: float
    seconds: float

    @property
    def sentence(self) -> str:
        """What happened, for a person."""
        found = (
            f"contexts find their terms {self.check.context_before:.3f} before, {self.check.context_after:.3f} after"
        )
        if self.is_accepted:
            return f"The encoder was adapted to {self.n_terms:,} terms in {self.seconds:.0f} s: {found}."
        if not self.check.is_enough:
            return f"The encoder was left as it was: only {self.check.n_contexts} held-out terms could be checked."
        return f"The encoder was left as it was, because the adapted one is not better here: {found}."


def adapt_project(
    project: Project,
    *,
    progress: Progress,
    options: MirrorOptions = MirrorOptions(),  # noqa: B008 (frozen)
    on_stage: Callable[[StageReport], None] | None = None,
) -> Adaptation:
    """Train on the project's terms, check on those held out, and analyse again with the new encoder if it is better.

    Raises
    ------
    UserFacingError
        If there is no analysis, or too little to learn from.
    Cancelled
        The project is then as it was.
    """
    from phrase_explorer.adaptation.encoder_export import export_encoder
    from phrase_explorer.encoding.encoder import Encoder
    from phrase_explorer.encoding.encoder_folder import encoder_fingerprint, read_encoder_folder

    began = time.monotonic()
    vocabulary = project.require_analysis().vocabulary
    start = encoder_folder_of(project)
    start_folder = read_encoder_folder(start).folder
    train_terms, held_out_terms = split_terms(vocabulary.terms)
    frequent = set(train_terms[:MAX_CONTEXTS])
    contexts = {item.term: item.context for item in term_contexts(vocabulary, project.corpus, frequent)}
    outcome = train_mirror(start_folder, train_terms, options, progress, contexts=contexts)
    partial = project.folder / ENCODERS_FOLDER / f".partial-{os.getpid()}"
    shutil.rmtree(partial, ignore_errors=True)
    try:
        provenance = {"name": f"{read_encoder_folder(start).name}, adapted", "recipe": "mirror-bert in the app"}
        export_encoder(outcome.state, outcome.source.source, partial, provenance=provenance)
        before, after = Encoder.load(start_folder), Encoder.load(partial)
        held_out = term_contexts(vocabulary, project.corpus, set(held_out_terms[:MAX_HELD_OUT]))
        check = check_adaptation(before, after, held_out, progress=progress)
        terms = list(vocabulary.terms[:N_COMPARED])
        progress.begin("compare", 2 * len(terms), "terms")
        vectors = [encoder.encode(terms, progress=progress) for encoder in (before, after)]
        changes = tuple(neighbour_changes(terms, *vectors))
        folder = _keep(partial, encoder_fingerprint(partial), start) if check.is_better else None
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    if folder is not None:
        _analyse_with(project, folder, progress, on_stage)
    seconds = time.monotonic() - began
    logger.info("adaptation %s: %d terms, %.1f s", "kept" if folder else "refused", outcome.n_terms, seconds)
    return Adaptation(folder is not None, folder, check, changes, outcome.n_terms, outcome.masked_share, seconds)


def undo_adaptation(
    project: Project, *, progress: Progress, on_stage: Callable[[StageReport], None] | None = None
) -> Path | None:
    """Go back to the encoder before the last adaptation and give its folder; None is the bundled one.

    Raises
    ------
    UserFacingError
        If the project's encoder is not an adapted one.
    """
    folder = encoder_folder_of(project)
    record = folder / RECORD_NAME if folder is not None else None
    if record is None or not record.is_file():
        raise UserFacingError(
            f"The encoder of '{project.folder.name}' was not adapted; there is nothing to go back to."
        )
    previous = json.loads(record.read_text(encoding="utf-8")).get("previous_encoder_folder")
    previous_folder = Path(previous) if previous else None
    _analyse_with(project, previous_folder, progress, on_stage)
    return previous_folder


def term_contexts(vocabulary: Vocabulary, corpus: CorpusDatabase, terms: set[str]) -> list[HeldOutTerm]:
    """Give, for each of `terms`, the text around one of its mentions, without the mention."""
    found = []
    for row, term in enumerate(vocabulary.terms):
        if term not in terms:
            continue
        first, last = vocabulary.mention_starts[row], vocabulary.mention_starts[row + 1]
        if last <= first:
            continue
        _, document, start, end = vocabulary.mentions[(first + last) // 2].tolist()
        context = text_around(corpus.text(document), start, end)
        if context:
            found.append(HeldOutTerm(term, context))
    return found


def text_around(text: str, start: int, end: int) -> str:
    """Give about 120 characters on either side of a mention, cut at white space, without the mention itself."""
    left = text[max(0, start - CONTEXT_CHARACTERS) : start]
    right = text[end : end + CONTEXT_CHARACTERS]
    if start > CONTEXT_CHARACTERS:
        left = left.partition(" ")[2]
    if end + CONTEXT_CHARACTERS < len(text):
        right = right.rpartition(" ")[0]
    return " ".join((left + " " + right).split())


def _keep(partial: Path, fingerprint: str, previous: Path | None) -> Path:
    """Move the adapted encoder to its place in the project."""
    folder = partial.parent / fingerprint
    record = {"previous_encoder_folder": str(previous) if previous is not None else None}
    (partial / RECORD_NAME).write_text(json.dumps(record) + "\n", encoding="utf-8")
    shutil.rmtree(folder, ignore_errors=True)
    os.replace(partial, folder)
    return folder.absolute()


def _analyse_with(
    project: Project, folder: Path | None, progress: Progress, on_stage: Callable[[StageReport], None] | None
) -> None:
    parameters = AnalysisParameters.from_json(project.state.parameters)
    parameters = replace(parameters, encoder_folder=str(folder) if folder is not None else None)
    analyse(None, project.folder, parameters, progress=progress, on_stage=on_stage, project=project)
