"""``python -m training phrase-bert``: from a pre-trained encoder, triplets and a teacher to a phrase encoder.

Reads top to bottom: load, plan the steps, train with the transformers Trainer (which brings bf16, several devices,
checkpoints and exact resume), average with the start, export, record.
"""

import logging
from pathlib import Path
from typing import Any

import numpy as np

from phrase_explorer.adaptation.encoder_export import average_weights, export_encoder
from phrase_explorer.adaptation.trainable_encoder import load_for_training
from phrase_explorer.encoding.encoder import Encoder
from phrase_explorer.encoding.token_rows import TokenRows
from phrase_explorer.foundation.array_types import FloatArray
from phrase_explorer.foundation.content_hash import hash_file
from training.data.triplets import Triplet, read_triplets
from training.losses.distillation import fit_teacher_alignment
from training.phrase_bert.config import PhraseBertConfig
from training.phrase_bert.step_batches import StepBatches
from training.phrase_bert.step_plan import plan_steps
from training.run_record import write_run_record
from training.teacher_vectors import read_phrases, read_teacher_vectors
from training.trainer import train

logger = logging.getLogger(__name__)

ENCODER_FOLDER = "encoder"
N_ALIGNED = 6_000


def run_phrase_bert(config: PhraseBertConfig) -> dict[str, object]:
    """Train, export to ``output/encoder`` and give the metrics; a run that was killed goes on."""
    import torch

    from training.phrase_bert.objective import PhraseBertObjective

    torch.manual_seed(config.seed)
    if config.threads:
        torch.set_num_threads(config.threads)
    output = Path(config.output)
    triplets = read_triplets(Path(config.triplets))[config.skip_triplets :]
    triplets = triplets[: config.n_triplets] if config.n_triplets else triplets
    if config.objective == "triplet":
        triplets = [triplet for triplet in triplets if triplet.negative]
    loaded = load_for_training(Path(config.start))
    start_state = {name: tensor.clone() for name, tensor in loaded.network.state_dict().items()}
    taught_texts, targets = _teacher_targets(config)

    token_rows = TokenRows(loaded.source)
    steps = plan_steps(
        _lengths(triplets, token_rows),
        batch_size=config.batch_size,
        epochs=config.epochs,
        seed=config.seed,
        teacher_targets=targets,
        teacher_batch=config.teacher_batch,
    )
    batches = StepBatches(
        steps=steps,
        triplets=triplets,
        taught_texts=taught_texts,
        targets=targets,
        token_rows=token_rows,
        config=config,
    )
    objective = PhraseBertObjective(loaded.network, len(batches.kinds), config)
    metrics = train(
        objective,
        batches,
        output,
        parameter_groups=_parameter_groups(objective, config),
        learning_rate=config.learning_rate,
        warmup_share=config.warmup_share,
        bf16=config.bf16,
        seed=config.seed,
        save_steps=config.save_steps,
        log_steps=config.log_steps,
    )
    metrics["triplets"] = len(steps) * config.batch_size

    state = objective.network.state_dict()
    if config.start_share:
        state = average_weights(state, start_state, config.start_share)
    hashes = {"triplets": hash_file(Path(config.triplets)), "start": _weights_hash(Path(config.start))}
    if config.phrases:
        hashes["phrases"] = hash_file(Path(config.phrases))
    export_encoder(state, loaded.source, output / ENCODER_FOLDER, provenance={"recipe": "phrase-bert", "data": hashes})
    write_run_record(output, config=config, data_hashes=hashes, metrics=metrics)
    return metrics


def _teacher_targets(config: PhraseBertConfig) -> tuple[list[str], FloatArray | None]:
    """Give the teacher's texts and their targets in the student's space."""
    if not config.teacher_vectors:
        return [], None
    texts, vectors = read_teacher_vectors(Path(config.teacher_vectors), read_phrases(Path(config.phrases)))
    student = Encoder.load(Path(config.start)).encode(texts[:N_ALIGNED], unit_length=False)
    matrix = fit_teacher_alignment(vectors[:N_ALIGNED], student)
    targets = vectors @ matrix  # (n_texts, n_student_dims)
    agreement = float(np.mean(_row_cosines(targets[:N_ALIGNED], student)))
    logger.info("teacher: %d texts, mean cosine of targets and start %.3f", len(texts), agreement)
    return texts, targets


def _row_cosines(left: FloatArray, right: FloatArray) -> FloatArray:
    products: FloatArray = np.einsum("nd,nd->n", left, right)
    cosines: FloatArray = products / (np.linalg.norm(left, axis=1) * np.linalg.norm(right, axis=1))
    return cosines


def _lengths(triplets: list[Triplet], token_rows: TokenRows) -> list[int]:
    anchors = token_rows.token_ids([triplet.anchor for triplet in triplets])
    positives = token_rows.token_ids([triplet.positive for triplet in triplets])
    return [max(len(anchor), len(positive)) for anchor, positive in zip(anchors, positives, strict=True)]


def _parameter_groups(objective: Any, config: PhraseBertConfig) -> list[dict[str, Any]]:  # Any: torch's own shape
    named = [(name, weight) for name, weight in objective.network.named_parameters() if not name.startswith("pooler.")]
    return [
        {"params": [weight for _, weight in named if weight.ndim > 1], "weight_decay": config.weight_decay},
        {"params": [weight for _, weight in named if weight.ndim == 1], "weight_decay": 0.0},
        {"params": list(objective.kind_head.parameters()), "lr": config.kind_learning_rate, "weight_decay": 0.0},
    ]


def _weights_hash(folder: Path) -> str:
    return hash_file(folder / "model.safetensors") if (folder / "model.safetensors").is_file() else ""
