"""What build-data lets through, what it keeps out, and what it says about it."""

import builtins
import gzip
import io
import json
import random
import traceback
from pathlib import Path

import pytest

from phrase_explorer.foundation.errors import UserFacingError
from tests.training.small_world import build_data_folder
from training.data.build_data import BuildOptions, build_data
from training.data.character_noise import add_noise
from training.data.composition_pairs import CompositionPairs, unambiguous_synonyms
from training.data.contexts import ContextOptions, ContextPairs
from training.data.decontamination import EvaluationPairs
from training.data.held_out_concepts import is_held_out
from training.data.licences import LicenceNotAllowed, check_licences, read_allow_list
from training.data.thesaurus_pairs import thesaurus_groups
from training.data.triplets import Triplet, read_triplets, write_triplets
from training.data.wordnet import WORDNET, read_synsets, short_definition

TEXT = "train/books/small.jsonl"


@pytest.fixture
def data_folder(tmp_path: Path) -> Path:
    return build_data_folder(tmp_path / "data")


def build(data_folder: Path, out: Path, **settings: object) -> dict[str, object]:
    return build_data(BuildOptions(data_folder, out, research=True, **settings), text_files=(TEXT,))


def test_no_evaluation_pair_is_left_in_either_order_and_the_removal_is_counted(
    data_folder: Path, tmp_path: Path
) -> None:
    statistics = build(data_folder, tmp_path / "out")

    pairs = {frozenset((t.anchor.lower(), t.positive.lower())) for t in read_triplets(tmp_path / "out/triplets.tsv")}
    assert frozenset(("hound", "dog")) not in pairs
    assert statistics["decontamination"]["pairs_removed"] == {"word_similarity/men.tsv": 1}


def test_a_synset_with_a_turney_phrase_is_left_out_whole(data_folder: Path, tmp_path: Path) -> None:
    statistics = build(data_folder, tmp_path / "out")

    texts = (tmp_path / "out/triplets.tsv").read_text(encoding="utf-8") + (tmp_path / "out/phrases.txt").read_text()
    assert "double star" not in texts
    assert "binary" not in texts
    assert statistics["decontamination"]["synsets_left_out_for_turney"] == 1


def test_held_out_concepts_stay_out(data_folder: Path, tmp_path: Path) -> None:
    build(data_folder, tmp_path / "out")

    anchors = {t.anchor for t in read_triplets(tmp_path / "out/triplets.tsv") if t.source == "ontology disease"}
    assert anchors == {f"red fever {i}" for i in range(20) if not is_held_out(f"D:{i}")}


def test_eval_is_opened_only_to_remove(data_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    openers = []

    def watch(original):
        def opened(file, *args, **kwargs):
            if "/eval/" in str(file):
                openers.append([frame.filename for frame in traceback.extract_stack()])
            return original(file, *args, **kwargs)

        return opened

    monkeypatch.setattr(builtins, "open", watch(builtins.open))
    monkeypatch.setattr(io, "open", watch(io.open))

    build(data_folder, tmp_path / "out")

    assert openers
    for stack in openers:
        assert any(name.endswith("training/data/decontamination.py") for name in stack)


def test_the_same_seed_gives_the_same_files(data_folder: Path, tmp_path: Path) -> None:
    first, second = build(data_folder, tmp_path / "a"), build(data_folder, tmp_path / "b")

    assert first["files"] == second["files"]


def test_a_source_that_is_not_on_the_allow_list_is_refused(data_folder: Path, tmp_path: Path) -> None:
    with pytest.raises(LicenceNotAllowed, match=r"train/books/small\.jsonl"):
        build_data(BuildOptions(data_folder, tmp_path / "out"), text_files=(TEXT,))
    assert not check_licences([TEXT], read_allow_list(), research=True)


def test_the_allow_list_of_the_model_card_holds_open_licences_only(tmp_path: Path) -> None:
    assert read_allow_list()[WORDNET].startswith("CC BY")
    card = tmp_path / "card.md"
    card.write_text("## Allowed training sources\n| `train/a` | research only | x |\n", encoding="utf-8")
    with pytest.raises(UserFacingError, match="not open"):
        read_allow_list(card)


def test_word_overlap_of_positives_is_capped_and_reported(data_folder: Path, tmp_path: Path) -> None:
    statistics = build(data_folder, tmp_path / "out", max_overlap=0.0)

    kept = [t for t in read_triplets(tmp_path / "out/triplets.tsv") if not t.source.startswith(("noise", "ontology"))]
    assert all(not set(t.anchor.lower().split()) & set(t.positive.lower().split()) for t in kept)
    assert statistics["dropped"]["too many shared words"] > 0


def test_composition_makes_of_phrases_and_negatives_that_share_a_word(data_folder: Path) -> None:
    synsets, _ = read_synsets(data_folder / WORDNET, ())
    generator = CompositionPairs(["car street", "night street", "big car"], synsets, ())

    triplets = list(generator.triplets(random.Random(0)))

    assert {t.positive for t in triplets if t.anchor == "car street"} >= {"automobile street", "car road"}
    assert all(set(t.anchor.split()) & set(t.negative.split()) for t in triplets if t.negative)
    assert unambiguous_synonyms(synsets)["street"] == ("road",)


def test_contexts_hold_the_mask_in_place_of_the_phrase() -> None:
    texts = ["We took the night train to Rome. The law school was closed."]
    options = ContextOptions(window_words=3)

    triplets = list(ContextPairs(texts, {"night train", "law school"}, (), options).triplets(random.Random(1)))

    contexts = {t.anchor: t.positive for t in triplets}
    assert contexts == {"night train": "We took the [MASK] to Rome."} or "law school" in contexts
    assert all(t.anchor not in t.positive for t in triplets)


def test_noise_is_small_and_never_touches_the_ends() -> None:
    rng = random.Random(3)

    noisy = [add_noise("constitution", rng) for _ in range(50)]

    assert all(text[0] == "c" for text in noisy)
    assert all(abs(len(text) - len("constitution")) <= 2 for text in noisy)


def test_thesaurus_groups_end_at_semicolons_and_cross_references() -> None:
    text = "     #2. Inexistence.-- N. inexistence[obs3]; nonexistence, nonsubsistence;\nblank &c. adj.; void, empty space.\n"

    assert list(thesaurus_groups(text)) == [["nonexistence", "nonsubsistence"], ["void", "empty space"]]


def test_definitions_lose_brackets_and_opening_words() -> None:
    assert short_definition("(usually followed by 'to') a slow motion; a drift") == "slow motion"


def test_triplets_survive_their_file_and_bad_files_are_explained(tmp_path: Path) -> None:
    rows = [Triplet("a\tb", "c", "d", "s", "g", "k"), Triplet("e", "f")]
    write_triplets(tmp_path / "t.tsv", rows)
    assert read_triplets(tmp_path / "t.tsv") == [Triplet("a b", "c", "d", "s", "g", "k"), Triplet("e", "f")]

    (tmp_path / "bad.tsv").write_text("anchor\tpositive\nx\ty\n", encoding="utf-8")
    with pytest.raises(UserFacingError, match="lacks the column negative"):
        read_triplets(tmp_path / "bad.tsv")
    (tmp_path / "empty.tsv").write_text("anchor\tpositive\tnegative\n", encoding="utf-8")
    with pytest.raises(UserFacingError, match="holds no triplets"):
        read_triplets(tmp_path / "empty.tsv")
    with pytest.raises(UserFacingError, match="build-data"):
        read_triplets(tmp_path / "none.tsv")


def test_evaluation_pairs_are_compared_without_case_and_order(tmp_path: Path) -> None:
    (tmp_path / "bird").mkdir()
    (tmp_path / "bird/bird.tsv").write_text("term1\tterm2\nNight  Train\tsleeper\n", encoding="utf-8")
    pairs = EvaluationPairs.read(tmp_path)

    assert not pairs.allows(Triplet("Sleeper", "night train"))
    assert not pairs.allows(Triplet("night train", "train", "sleeper"))
    assert pairs.allows(Triplet("night train", "train"))
    assert pairs.removed["bird/bird.tsv"] == 2


def test_fuzzy_join_matches_are_kept_out_too(tmp_path: Path) -> None:
    (tmp_path / "autofj").mkdir()
    with gzip.open(tmp_path / "autofj/tables.tsv.gz", "wt", encoding="utf-8") as file:
        file.write("dataset\tside\tid\ttitle\nA\tleft\t1\tCane toad\nA\tright\t2\tcane toads\n")
    (tmp_path / "autofj/matches.tsv").write_text("dataset\tid_left\tid_right\nA\t1\t2\n", encoding="utf-8")

    assert not EvaluationPairs.read(tmp_path).allows(Triplet("cane toads", "cane toad"))


def test_statistics_are_written_as_json(data_folder: Path, tmp_path: Path) -> None:
    statistics = build(data_folder, tmp_path / "out")

    assert json.loads((tmp_path / "out/statistics.json").read_text(encoding="utf-8")) == statistics
    assert statistics["may_ship"] is False
