"""``python -m training build-data``: triplets, unlabelled texts, statistics and the decontamination report in one folder.

Reads open text and lexical resources from the data folder, opens ``eval/`` only to remove what is in it, and refuses a source
that is not on the allow-list. The same seed gives the same files.
"""

import json
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from phrase_explorer.foundation.content_hash import hash_file
from phrase_explorer.foundation.errors import UserFacingError
from training.data.character_noise import CharacterNoisePairs
from training.data.composition_pairs import CompositionPairs
from training.data.decontamination import EvaluationPairs, canonical_text
from training.data.lexical_pairs import OntologyPairs, PpdbWordPairs
from training.data.licences import check_licences, read_allow_list
from training.data.pair_generator import PairGenerator
from training.data.teacher_phrases import RESOURCES, TEXT_FILES, collect_teacher_phrases
from training.data.thesaurus_pairs import ThesaurusPairs
from training.data.triplets import Triplet, clean_field, write_triplets
from training.data.wordnet import WORDNET, read_synsets
from training.data.wordnet_pairs import WordNetPairs

TRIPLETS_NAME, PHRASES_NAME, STATISTICS_NAME = "triplets.tsv", "phrases.txt", "statistics.json"
DEFAULT_LIMIT = 1_000_000
SHIPPED_LIMITS: Mapping[str, int] = {
    "wordnet phrase-word": 14_000,
    "wordnet phrase-phrase": 7_000,
    "wordnet word-word": 8_000,
    "wordnet gloss-phrase": 14_000,
    "wordnet gloss-word": 6_000,
    "ppdb words": 8_000,
    "roget": 4_000,
    "ontology disease": 4_500,
    "ontology cell": 1_000,
    "composition": 6_000,
    "noise": 4_000,
}
"""How many triplets of each source the shipped recipe takes."""


@dataclass(frozen=True)
class BuildOptions:
    """What `build_data` makes.

    Parameters
    ----------
    max_overlap
        A positive that shares more of its words with the anchor (Jaccard) is dropped; noise pairs and names excepted.
    limits
        Most triplets kept of each source; sources that are not named are kept whole.
    research
        Allow sources that are not on the allow-list; the statistics then say that the result may not be shipped.
    """

    data_folder: Path
    output_folder: Path
    seed: int = 5
    max_overlap: float = 0.5
    limits: Mapping[str, int] | None = None
    research: bool = False


def build_data(
    options: BuildOptions,
    extra_generators: Sequence[PairGenerator] = (),
    *,
    text_files: Sequence[str] = TEXT_FILES,
    on_progress: Callable[[str], None] = lambda _message: None,
) -> dict[str, object]:
    """Build the folder and give its statistics."""
    if not options.data_folder.is_dir():
        raise UserFacingError(f"There is no data folder '{options.data_folder}'; pass it with --data.")
    rng = random.Random(options.seed)  # noqa: S311 (sampling, not secrets)
    evaluation = EvaluationPairs.read(options.data_folder / "eval")
    on_progress(f"{len(evaluation):,} evaluation pairs to keep out")
    synsets, n_left_out = read_synsets(options.data_folder / WORDNET, evaluation.turney_phrases)
    phrases = collect_teacher_phrases(
        options.data_folder, synsets, evaluation.turney_phrases, seed=options.seed, text_files=text_files
    )
    on_progress(f"{len(phrases):,} texts without labels")
    generators: list[PairGenerator] = [
        WordNetPairs(synsets),
        PpdbWordPairs(options.data_folder),
        OntologyPairs(options.data_folder),
        ThesaurusPairs(options.data_folder, evaluation.turney_phrases),
        CompositionPairs(phrases, synsets, RESOURCES),
        CharacterNoisePairs(phrases, RESOURCES),
        *extra_generators,
    ]
    resources = sorted({*text_files, WORDNET} | {path for generator in generators for path in generator.resources})
    if text_files != TEXT_FILES:
        resources = [path for path in resources if path not in TEXT_FILES or path in text_files]
    may_ship = check_licences(resources, read_allow_list(), research=options.research)

    kept: dict[str, list[Triplet]] = defaultdict(list)
    dropped: Counter[str] = Counter()
    seen: set[tuple[str, str]] = set()
    for generator in generators:
        for triplet in generator.triplets(rng):
            reason = _reason_to_drop(triplet, evaluation, seen, options.max_overlap)
            if reason:
                dropped[reason] += 1
            else:
                kept[triplet.source].append(triplet)
        on_progress(f"{generator.name}: {sum(map(len, kept.values())):,} triplets so far")
    triplets = _limited(kept, options.limits or {}, rng)
    if not triplets:
        raise UserFacingError("No triplet is left; give more text or more resources.")

    options.output_folder.mkdir(parents=True, exist_ok=True)
    write_triplets(options.output_folder / TRIPLETS_NAME, triplets)
    lines = "".join(clean_field(phrase) + "\n" for phrase in phrases)
    (options.output_folder / PHRASES_NAME).write_text(lines, encoding="utf-8")
    statistics: dict[str, object] = {
        "triplets": len(triplets),
        "phrases": len(phrases),
        "may_ship": may_ship,
        "seed": options.seed,
        "max_overlap": options.max_overlap,
        "sources": {source: _describe(rows) for source, rows in sorted(_by_source(triplets).items())},
        "dropped": dict(sorted(dropped.items())),
        "decontamination": {
            "evaluation_pairs": len(evaluation),
            "synsets_left_out_for_turney": n_left_out,
            "pairs_removed": dict(sorted(evaluation.removed.items())),
        },
        "resources": {
            path: hash_file(options.data_folder / path) for path in resources if (options.data_folder / path).is_file()
        },
        "files": {name: hash_file(options.output_folder / name) for name in (TRIPLETS_NAME, PHRASES_NAME)},
    }
    text = json.dumps(statistics, indent=2, ensure_ascii=False) + "\n"
    (options.output_folder / STATISTICS_NAME).write_text(text, encoding="utf-8")
    return statistics


def word_overlap(left: str, right: str) -> float:
    """Give the Jaccard overlap of the lower-cased words of two texts."""
    a, b = set(left.lower().split()), set(right.lower().split())
    return len(a & b) / max(1, len(a | b))


def _reason_to_drop(
    triplet: Triplet, evaluation: EvaluationPairs, seen: set[tuple[str, str]], max_overlap: float
) -> str:
    anchor, positive = canonical_text(triplet.anchor), canonical_text(triplet.positive)
    if not anchor or not positive or anchor == positive:
        return "empty or equal"
    if (anchor, positive) in seen or (positive, anchor) in seen:
        return "seen before"
    if not triplet.source.startswith(("noise", "ontology")) and word_overlap(anchor, positive) > max_overlap:
        return "too many shared words"
    if not evaluation.allows(triplet):
        return "in an evaluation set"
    seen.add((anchor, positive))
    return ""


def _limited(kept: Mapping[str, list[Triplet]], limits: Mapping[str, int], rng: random.Random) -> list[Triplet]:
    triplets: list[Triplet] = []
    for source, rows in sorted(kept.items()):
        rng.shuffle(rows)
        triplets += rows[: limits.get(source, DEFAULT_LIMIT)]
    rng.shuffle(triplets)
    return triplets


def _by_source(triplets: Iterable[Triplet]) -> dict[str, list[Triplet]]:
    rows: dict[str, list[Triplet]] = defaultdict(list)
    for triplet in triplets:
        rows[triplet.source].append(triplet)
    return rows


@dataclass(frozen=True)
class SourceStatistics:
    """Size, mean word overlap of positives and negatives with the anchor, and the share of rows with a negative."""

    triplets: int
    positive_overlap: float
    negative_overlap: float
    with_negative: float


def _describe(rows: Sequence[Triplet]) -> dict[str, object]:
    negatives = [row for row in rows if row.negative]
    positive = sum(word_overlap(row.anchor, row.positive) for row in rows) / len(rows)
    negative = sum(word_overlap(row.anchor, row.negative) for row in negatives) / max(1, len(negatives))
    share = len(negatives) / len(rows)
    return asdict(SourceStatistics(len(rows), round(positive, 4), round(negative, 4), round(share, 4)))
