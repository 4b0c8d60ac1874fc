"""Probe, clustering, joins, linking, diversity: small cases with known answers."""

import gzip
from pathlib import Path

import numpy as np
import pytest

from training.data.held_out_concepts import is_held_out
from training.evaluation.entity_clustering import cluster_agreement, entity_clustering_evaluator
from training.evaluation.entity_linking import linking_accuracy
from training.evaluation.evaluate import choose_tasks, evaluate, format_table
from training.evaluation.fuzzy_join import evaluate_fuzzy_join
from training.evaluation.neighbour_diversity import edit_distance, longest_common_subsequence, neighbour_diversity
from training.evaluation.noun_compounds import evaluate_reddy
from training.evaluation.overlap_scorers import character_trigrams, word_overlap
from training.evaluation.paraphrase_probe import (
    best_threshold_accuracy,
    grouped_split,
    pair_groups,
    probe_accuracy,
    shuffled_split,
)
from training.evaluation.phrases_in_context import best_threshold
from training.evaluation.results import Result


def test_the_published_split_of_ppdb_has_the_published_sizes() -> None:
    assert [len(part) for part in shuffled_split(23_364, 42)] == [16_355, 3_505, 3_504]


def test_swapped_pairs_stay_on_one_side_of_the_grouped_split() -> None:
    left = [str(i % 50) for i in range(100)]
    right = [str((i + 25) % 50) for i in range(100)]
    groups = pair_groups(left, right)

    parts = grouped_split(groups, seed=1)

    assert sum(map(len, parts)) == 100
    sides = [set(groups[rows]) for rows in parts]
    assert not (sides[0] & sides[1] or sides[0] & sides[2] or sides[1] & sides[2])


def test_the_probe_learns_what_is_there_to_learn() -> None:
    rng = np.random.default_rng(0)
    features = rng.normal(size=(2_000, 8)).astype(np.float32)
    labels = features[:, 0] > 0

    assert probe_accuracy(features, labels, shuffled_split(2_000, 1), seed=1) > 0.85


def test_the_best_threshold_does_not_cut_between_equal_scores() -> None:
    scores = np.array([0.9, 0.5, 0.5, 0.1], dtype=np.float32)
    labels = np.array([True, True, False, False])

    assert best_threshold_accuracy(scores, labels) == 0.75
    assert best_threshold(np.array([0.9, 0.6, 0.2], np.float32), np.array([True, True, False])) == pytest.approx(0.6)


def test_clean_clusters_agree_wholly_with_their_types() -> None:
    vectors = np.array([[0, 0], [0, 0.1], [9, 9], [9, 9.1]], dtype=np.float32)

    assert cluster_agreement(vectors, ["a", "a", "b", "b"], seed=0) == pytest.approx(1.0)


def test_clustering_reads_the_test_split_and_the_wanted_types(tmp_path: Path) -> None:
    (tmp_path / "m.tsv").write_text(
        "split\tmention\ttype\ntest\tParis\tLOC\ntest\tAnna\tPER\ntrain\tBob\tPER\ntest\tcup\tMISC\n", encoding="utf-8"
    )

    results = entity_clustering_evaluator("t", "m.tsv", frozenset({"LOC", "PER"}))(character_trigrams(), tmp_path)

    assert [result.n for result in results] == [2, 2, 2]


def test_fuzzy_join_averages_over_tables(tmp_path: Path) -> None:
    (tmp_path / "autofj").mkdir()
    tables = (
        "dataset\tside\tid\ttitle\nA\tleft\t1\tred car\nA\tleft\t2\tblue bus\nA\tright\t7\tred cars\n"
        "B\tleft\t1\tone\nB\tleft\t2\ttwo\nB\tright\t7\ttwo\n"
    )
    with gzip.open(tmp_path / "autofj/tables.tsv.gz", "wt", encoding="utf-8") as file:
        file.write(tables)
    (tmp_path / "autofj/matches.tsv").write_text("dataset\tid_left\tid_right\nA\t1\t7\nB\t1\t7\n", encoding="utf-8")

    (result,) = evaluate_fuzzy_join(character_trigrams(), tmp_path)

    assert (result.value, result.spread, result.n) == (50.0, 50.0, 2)


def test_linking_counts_the_right_concept_at_one_and_at_five() -> None:
    dictionary = [("red fever", "1"), ("blue fever", "2"), ("green cough", "3")]

    at_one, at_five = linking_accuracy("t", word_overlap(), dictionary, [("fever of blue", "2"), ("cough of red", "2")])

    assert (at_one.value, at_five.value) == (50.0, 100.0)


def test_about_a_fifth_of_the_concepts_is_held_out() -> None:
    share = np.mean([is_held_out(f"DOID:{i}") for i in range(5_000)])

    assert 0.18 < share < 0.22


def test_sequence_measures_by_hand() -> None:
    assert longest_common_subsequence(["the", "big", "red", "car"], ["big", "old", "car"]) == 2
    assert edit_distance("kitten", "sitting") == 3


def test_a_scorer_of_shared_words_finds_few_new_words() -> None:
    candidates = ["red car", "red bus", "red", "automobile", "vehicle"]

    diversity = neighbour_diversity(word_overlap(), ["red car"], candidates)

    # neighbours: red (0 new), red bus (1 of 2 new), automobile and vehicle (all new)
    assert diversity.new_word_share == pytest.approx((0 + 0.5 + 1 + 1) / 4)


def test_literality_compares_the_compound_with_the_mean_of_its_parts(tmp_path: Path) -> None:
    (tmp_path / "nc_reddy_2011").mkdir()
    (tmp_path / "nc_reddy_2011/reddy2011.tsv").write_text(
        "w1\tw2\tscore_w1\tscore_w2\tscore_compound\nred\tcar\t5\t5\t5\nhot\tdog\t1\t1\t1\nold\tman\t4\t4\t4\n",
        encoding="utf-8",
    )

    (result,) = evaluate_reddy(character_trigrams(), tmp_path)

    assert result.n == 3


def test_a_missing_set_has_its_row_in_the_table(tmp_path: Path) -> None:
    found: list[Result] = []

    results = evaluate([word_overlap()], tmp_path, ["ppdb-filtered", "turney"], on_result=found.append)

    assert found == results
    assert "| ppdb-filtered |  |  | not run: file absent |" in format_table(results)
    assert '"not_run": "file absent"' in results[0].json_line()
    assert '"not_run"' not in Result("t", "m", 1.0, None, 1, "e").json_line()


def test_quick_stands_for_the_tasks_that_recipes_are_judged_by() -> None:
    assert choose_tasks(["quick", "autofj", "bird"]) == [
        "turney", "bird", "ppdb", "conll-2003", "bc5cdr", "sts-b", "autofj",
    ]  # fmt: skip
