"""The transformers Trainer underneath every recipe: steps in their planned order, checkpoints, exact resume, a progress bar.

A recipe gives a module that returns ``{"loss": ...}`` and a dataset whose item *i* is step *i*. With torchrun each process takes
every n-th step. A run that was killed goes on from its last checkpoint and ends with the same weights.
"""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from phrase_explorer.foundation.errors import UserFacingError

CHECKPOINTS = "checkpoints"


def train(
    module: Any,  # Any: torch modules and datasets, imported late
    steps: Any,
    output: Path,
    *,
    parameter_groups: Sequence[dict[str, Any]],  # Any: torch's own shape
    learning_rate: float,
    warmup_share: float,
    bf16: bool,
    seed: int,
    save_steps: int,
    log_steps: int,
    scheduler: str = "linear",
) -> dict[str, object]:
    """Train `module` over `steps` once, in order; give seconds and the mean loss.

    Raises
    ------
    UserFacingError
        If memory runs out.
    """
    import torch
    from transformers import Trainer, TrainingArguments
    from transformers.trainer_utils import get_last_checkpoint

    class OrderedTrainer(Trainer):  # type: ignore[misc]  # transformers has no types
        def _get_train_sampler(self, *_args: Any, **_kwargs: Any) -> torch.utils.data.Sampler[int]:
            return torch.utils.data.SequentialSampler(steps)

    checkpoints = output / CHECKPOINTS
    checkpoints.mkdir(parents=True, exist_ok=True)
    arguments = TrainingArguments(
        output_dir=str(checkpoints),
        per_device_train_batch_size=1,
        num_train_epochs=1,
        learning_rate=learning_rate,
        lr_scheduler_type=scheduler,
        warmup_steps=round(warmup_share * len(steps)),
        max_grad_norm=1.0,
        bf16=bf16,
        use_cpu=not torch.cuda.is_available(),
        seed=seed,
        save_strategy="steps" if save_steps else "no",
        save_steps=save_steps or 1,
        save_total_limit=1,
        logging_steps=log_steps,
        report_to=[],
        remove_unused_columns=False,
        dataloader_pin_memory=False,
    )
    optimizer = torch.optim.AdamW(parameter_groups, lr=learning_rate, fused=True)
    trainer = OrderedTrainer(
        model=module,
        args=arguments,
        train_dataset=steps,
        data_collator=_only_item,
        optimizers=(optimizer, None),
    )
    start = time.perf_counter()
    try:
        outcome = trainer.train(resume_from_checkpoint=get_last_checkpoint(str(checkpoints)))
    except (MemoryError, torch.OutOfMemoryError) as error:
        raise UserFacingError("Memory ran out while training; set a smaller batch_size or max_tokens.") from error
    return {
        "steps": int(outcome.global_step),
        "loss": float(outcome.training_loss),
        "seconds": round(time.perf_counter() - start, 1),
    }


def _only_item(items: list[dict[str, Any]]) -> dict[str, Any]:  # Any: nested tensors
    """Give the one planned step that a batch of the Trainer holds."""
    return items[0]
