"""Distillation from a larger teacher: its vectors, turned into the student's space, and its cosines.

The teacher's vectors are cut to the student's width by an SVD, which keeps their similarities as
well as any linear map can, and turned by the orthogonal matrix that brings them nearest to the student's starting vectors
(Schoenemann 1966), so that the student moves as little as it must. Vectors are not normalised, so that lengths are learnt too.
"""

from typing import TYPE_CHECKING

import numpy as np

from phrase_explorer.foundation.array_types import FloatArray

if TYPE_CHECKING:
    import torch


def fit_teacher_alignment(teacher: FloatArray, student: FloatArray) -> FloatArray:
    """Give the matrix that turns teacher vectors into targets for the student.

    Parameters
    ----------
    teacher : ndarray of shape (n_texts, n_teacher_dims)
    student : ndarray of shape (n_texts, n_student_dims)
        The student's vectors of the same texts before training. Neither is normalised.

    Returns
    -------
    ndarray of shape (n_teacher_dims, n_student_dims), dtype=float32
        ``teacher @ matrix`` has the student's mean squared length.
    """
    teacher64, student64 = teacher.astype(np.float64), student.astype(np.float64)
    _, axes = np.linalg.eigh(teacher64.T @ teacher64)  # eigenvalues ascend
    cut = axes[:, -student.shape[1] :]  # (n_teacher_dims, n_kept)
    left, _, right = np.linalg.svd((teacher64 @ cut).T @ student64, full_matrices=False)
    matrix = cut @ left @ right  # (n_teacher_dims, n_student_dims)
    scale = np.sqrt(np.square(student64).sum() / np.square(teacher64 @ matrix).sum())
    scaled: FloatArray = (matrix * scale).astype(np.float32)
    return scaled


def vector_loss(student: "torch.Tensor", targets: "torch.Tensor") -> "torch.Tensor":
    """Give the squared distance to the targets over the squared length of the targets; rows of (n_texts, n_dims)."""
    return (student - targets).square().sum() / targets.square().sum()


def similarity_loss(student: "torch.Tensor", targets: "torch.Tensor") -> "torch.Tensor":
    """Give the mean squared difference of the two cosine matrices, without their diagonals."""
    from torch.nn.functional import normalize

    n_texts = len(student)
    student_unit, target_unit = normalize(student, dim=1), normalize(targets, dim=1)
    difference = student_unit @ student_unit.T - target_unit @ target_unit.T  # (n_texts, n_texts)
    return (difference.square().sum() - difference.diagonal().square().sum()) / (n_texts * (n_texts - 1))
