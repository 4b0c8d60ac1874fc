"""Objectives against numbers worked by hand."""

import math

import numpy as np
import pytest
import torch

from training.losses.distillation import fit_teacher_alignment, similarity_loss, vector_loss
from training.losses.in_batch_contrastive import in_batch_contrastive_loss, negative_mask, same_meaning_mask
from training.losses.triplet import triplet_loss


def test_triplet_loss_is_the_published_margin_on_euclidean_distance() -> None:
    anchors = torch.tensor([[0.0, 0.0], [0.0, 0.0]])
    positives = torch.tensor([[3.0, 4.0], [1.0, 0.0]])  # distances 5 and 1
    negatives = torch.tensor([[0.0, 6.0], [0.0, 9.0]])  # distances 6 and 9

    loss = triplet_loss(anchors, positives, negatives)

    assert loss.item() == pytest.approx((5 - 6 + 5 + 0) / 2, abs=1e-4)


def test_contrastive_loss_of_two_orthogonal_pairs_is_worked_by_hand() -> None:
    anchors = positives = torch.eye(2)

    loss = in_batch_contrastive_loss(anchors, positives, torch.zeros(2, 2, dtype=torch.bool), temperature=0.5)

    # each row: own positive exp(2), the other positive and the other anchor exp(0) each
    assert loss.item() == pytest.approx(-math.log(math.exp(2) / (math.exp(2) + 2)), abs=1e-6)


def test_a_known_paraphrase_is_no_negative() -> None:
    anchors = positives = torch.eye(2)
    alike = torch.tensor([[False, True], [True, False]])

    loss = in_batch_contrastive_loss(anchors, positives, alike, temperature=0.5)

    assert loss.item() == pytest.approx(0.0, abs=1e-6)


def test_hard_negatives_add_to_the_denominator_of_the_anchor_side_only() -> None:
    anchors = positives = torch.eye(2)
    hard = torch.tensor([[1.0, 0.0]])  # equal to the first anchor

    loss = in_batch_contrastive_loss(
        anchors, positives, torch.zeros(2, 2, dtype=torch.bool), temperature=1.0, hard_negatives=hard
    )

    e = math.e
    first, second, backward = -math.log(e / (2 * e + 2)), -math.log(e / (e + 3)), -math.log(e / (e + 2))
    assert loss.item() == pytest.approx(((first + second) / 2 + backward) / 2, abs=1e-6)


def test_rows_with_a_shared_text_or_group_are_masked_from_each_other() -> None:
    anchors = ["car", "Auto", "rose", "tulip"]
    positives = ["automobile", "car", "flower", "plant"]

    mask = same_meaning_mask(anchors, positives, ["", "", "g", "g"])

    expected = np.zeros((4, 4), dtype=bool)
    expected[0, 1] = expected[1, 0] = True  # "car" is a text of both
    expected[2, 3] = expected[3, 2] = True  # one group
    np.testing.assert_array_equal(mask, expected)


def test_a_hard_negative_that_is_the_rows_own_text_is_masked() -> None:
    mask = negative_mask(["car", "rose"], ["auto", "flower"], ["AUTO", "tree"])

    np.testing.assert_array_equal(mask, [[True, False], [False, False]])


def test_teacher_alignment_undoes_a_rotation_and_a_scale() -> None:
    rng = np.random.default_rng(0)
    student = rng.normal(size=(40, 3)).astype(np.float32)
    rotation, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    teacher = (student @ rotation.T * 7.0).astype(np.float32)

    matrix = fit_teacher_alignment(teacher, student)

    np.testing.assert_allclose(teacher @ matrix, student, atol=1e-4)


def test_teacher_alignment_cuts_a_wide_teacher_to_the_students_width() -> None:
    rng = np.random.default_rng(1)
    student = rng.normal(size=(40, 3)).astype(np.float32)
    wide = np.concatenate([student * 5.0, 0.01 * rng.normal(size=(40, 4))], axis=1).astype(np.float32)

    matrix = fit_teacher_alignment(wide, student)

    assert matrix.shape == (7, 3)
    np.testing.assert_allclose(wide @ matrix, student, atol=0.05)


def test_vector_loss_is_relative_to_the_length_of_the_targets() -> None:
    targets = torch.tensor([[3.0, 4.0]])

    assert vector_loss(torch.zeros(1, 2), targets).item() == pytest.approx(1.0)
    assert vector_loss(targets, targets).item() == 0.0


def test_similarity_loss_compares_cosines_off_the_diagonal() -> None:
    student = torch.tensor([[2.0, 0.0], [0.0, 1.0]])  # cosine 0
    targets = torch.tensor([[1.0, 0.0], [3.0, 0.0]])  # cosine 1

    assert similarity_loss(student, targets).item() == pytest.approx(1.0)
