"""Settings of the supervised recipe; every one can stand in a TOML file or be given with ``--set key=value``."""

from dataclasses import dataclass

from phrase_explorer.foundation.errors import UsageError


@dataclass(frozen=True)
class PhraseBertConfig:
    """What a run is made of.

    Parameters
    ----------
    start
        Encoder folder to start from.
    triplets, output
        The TSV of `build-data`, and the folder of the run.
    objective
        "in-batch" or "triplet" (the published one).
    skip_triplets, n_triplets
        Leave out the first so many, then train on so many; 0 is all that are left.
    use_negatives
        In-batch only: encode the rows' hard negatives too. The triplet objective always does.
    kind_weight
        Weight of the loss that tells the semantic kind of a text from its vector, where a row has one; 0 is off.
    teacher_vectors, phrases
        Folder of `teacher-vectors` and the texts that they are of; empty is no teacher.
    teacher_batch
        Texts of the teacher in each step.
    vector_weight, similarity_weight
        Weights of the two distillation losses.
    start_share
        Share of the starting weights in the final average; 0 keeps the trained ones as they are.
    """

    start: str = "resources/encoder"
    triplets: str = "runs/data/triplets.tsv"
    output: str = "runs/phrase-bert"
    objective: str = "in-batch"
    batch_size: int = 128
    skip_triplets: int = 0
    n_triplets: int = 0
    epochs: int = 1
    learning_rate: float = 1e-4
    warmup_share: float = 0.1
    weight_decay: float = 0.01
    temperature: float = 0.05
    margin: float = 5.0
    use_negatives: bool = True
    max_tokens: int = 24
    kind_weight: float = 0.0
    kind_learning_rate: float = 1e-2
    teacher_vectors: str = ""
    phrases: str = ""
    teacher_batch: int = 256
    vector_weight: float = 1.0
    similarity_weight: float = 20.0
    start_share: float = 0.0
    bf16: bool = True
    seed: int = 1
    threads: int = 0
    save_steps: int = 200
    log_steps: int = 20

    def __post_init__(self) -> None:
        if self.objective not in ("in-batch", "triplet"):
            raise UsageError(f"The objective is '{self.objective}'; choose in-batch or triplet.")
        if self.batch_size < 2 or self.epochs < 1:
            raise UsageError("batch_size must be at least 2 and epochs at least 1.")
        if not 0.0 <= self.start_share < 1.0:
            raise UsageError(f"start_share is {self.start_share}; it must be from 0 up to, but not with, 1.")
        if bool(self.teacher_vectors) != bool(self.phrases):
            raise UsageError("teacher_vectors and phrases belong together; set both or neither.")
