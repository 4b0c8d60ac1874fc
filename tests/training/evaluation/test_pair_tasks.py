"""Turney, correlation tasks and the baselines, on tiny files with answers known beforehand."""

from pathlib import Path

import numpy as np
import pytest

from phrase_explorer.foundation.errors import UserFacingError
from training.evaluation.overlap_scorers import character_trigrams, word_overlap
from training.evaluation.pair_similarity import PairSet, correlation, pair_similarity_evaluator
from training.evaluation.phrase_scorer import VectorScorer
from training.evaluation.task_files import FileAbsent, read_tsv
from training.evaluation.turney import evaluate_turney


class TableScorer(VectorScorer):
    """Scores from vectors written down by hand."""

    name = "table"

    def __init__(self, table: dict[str, list[float]]) -> None:
        self._table = table

    def vectors(self, texts):
        return np.array([self._table[text] for text in texts], dtype=np.float32)


def write_turney(folder: Path, lines: list[str]) -> None:
    header = "bigram\tanswer\tcomponent1\tcomponent2\tdistractor1\tdistractor2\tdistractor3\tdistractor4\n"
    (folder / "turney_2012").mkdir(parents=True)
    (folder / "turney_2012/turney.tsv").write_text(header + "".join(line + "\n" for line in lines), encoding="utf-8")


def test_turney_counts_dot_product_and_cosine_apart(tmp_path: Path) -> None:
    write_turney(tmp_path, ["q\ta\tx\ty\tb\tc\td\te"])
    scorer = TableScorer({"q": [1, 0], "a": [1, 0], "b": [2, 5], "c": [0, 1], "d": [0, 1], "e": [0, 1]})

    dot, cosine = evaluate_turney(scorer, tmp_path)

    assert (dot.metric, dot.value, dot.n) == ("accuracy, dot product", 0.0, 1)  # b is longer: 2 > 1
    assert cosine.value == 100.0


def test_a_tie_goes_to_the_answer_as_in_the_published_script(tmp_path: Path) -> None:
    write_turney(tmp_path, ["q\ta\tx\ty\ta2\tc\td\te"])
    scorer = TableScorer({"q": [1, 0], "a": [1, 0], "a2": [1, 0], "c": [0, 1], "d": [0, 1], "e": [0, 1]})

    assert [result.value for result in evaluate_turney(scorer, tmp_path)] == [100.0, 100.0]


def test_changing_the_second_phrase_changes_the_score(tmp_path: Path) -> None:
    (tmp_path / "pairs.tsv").write_text("a\tb\ts\none\ttwo\t1\none\tthree\t2\none\tfour\t3\n", encoding="utf-8")
    scorer = TableScorer({"one": [1, 0], "two": [0, 1], "three": [1, 1], "four": [1, 0]})

    (result,) = pair_similarity_evaluator(PairSet("t", "pairs.tsv", "a", "b", "s"))(scorer, tmp_path)

    assert (result.value, result.n) == (100.0, 3)


def test_correlation_of_a_constant_is_zero() -> None:
    assert correlation(np.ones(3, np.float32), np.arange(3, dtype=np.float32), "Pearson") == 0.0


def test_word_overlap_is_jaccard_on_lower_cased_words() -> None:
    assert word_overlap().cosine(["Red car"], ["red bus"])[0] == pytest.approx(1 / 3)


def test_trigram_overlap_of_matrix_and_pairs_agree() -> None:
    scorer = character_trigrams()
    left, right = ["night train", "day"], ["night bus", "daytime", ""]

    matrix = scorer.cosine_matrix(left, right)

    for i, query in enumerate(left):
        np.testing.assert_allclose(matrix[i], scorer.cosine([query] * 3, right), atol=1e-6)


def test_an_absent_file_and_a_missing_column_are_said_plainly(tmp_path: Path) -> None:
    with pytest.raises(FileAbsent):
        read_tsv(tmp_path / "none.tsv", ("a",))
    (tmp_path / "some.tsv").write_text("a\tb\n1\t2\n", encoding="utf-8")
    with pytest.raises(UserFacingError, match="lacks the column c"):
        read_tsv(tmp_path / "some.tsv", ("a", "c"))
