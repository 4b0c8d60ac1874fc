"""Settings of the self-supervised recipe."""

from dataclasses import dataclass

from phrase_explorer.foundation.errors import UsageError


@dataclass(frozen=True)
class MirrorBertConfig:
    """What a run is made of.

    Parameters
    ----------
    texts
        One text a line, or pairs as ``text1||text2`` or ``text1<TAB>text2``, which are then the two views.
    n_texts
        The first so many distinct ones; 0 is all.
    dropout
        Of hidden states and attention; two draws make the two views differ.
    mask_span
        Tokens that one mask stands for in the second view; 0 masks nothing.
    random_strings
        Replace every text by random letters of its length: the control of the ablation.
    """

    start: str = "resources/encoder"
    texts: str = "runs/data/phrases.txt"
    output: str = "runs/mirror-bert"
    n_texts: int = 10_000
    epochs: int = 1
    batch_size: int = 200
    learning_rate: float = 2e-5
    weight_decay: float = 0.01
    temperature: float = 0.04
    dropout: float = 0.1
    mask_span: int = 1
    min_masked_tokens: int = 3
    max_tokens: int = 25
    random_strings: bool = False
    start_share: float = 0.0
    bf16: bool = True
    seed: int = 42
    threads: int = 0
    save_steps: int = 0
    log_steps: int = 10

    def __post_init__(self) -> None:
        if self.batch_size < 2 or self.epochs < 1:
            raise UsageError("batch_size must be at least 2 and epochs at least 1.")
        if not 0.0 <= self.dropout < 1.0 or not 0.0 <= self.start_share < 1.0:
            raise UsageError("dropout and start_share must be from 0 up to, but not with, 1.")
