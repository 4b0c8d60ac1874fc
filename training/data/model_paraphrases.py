"""Paraphrases from a local seq2seq or causal model with nucleus sampling: the paper's way, for those who have one on disk.

What the model writes is trusted only as far as the overlap control and the decontamination of `build-data` let it through.
"""

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from phrase_explorer.foundation.errors import UserFacingError
from training.data.triplets import Triplet, clean_field


@dataclass(frozen=True)
class SamplingOptions:
    """How a model is asked: `prompt` holds ``{phrase}``; `top_p` is the nucleus of Holtzman et al. 2020."""

    prompt: str = "paraphrase: {phrase}"
    top_p: float = 0.8
    max_new_tokens: int = 16
    batch_size: int = 32


class ModelParaphrases:
    """Gives what a model writes for each phrase."""

    name = "model"

    def __init__(
        self,
        model_folder: Path,
        phrases: Sequence[str],
        resources: Sequence[str],
        options: SamplingOptions = SamplingOptions(),
    ) -> None:
        if not (model_folder / "config.json").is_file():
            raise UserFacingError(f"'{model_folder}' holds no model; give a local transformers folder.")
        self.resources = (*resources, f"model {model_folder.name}")
        self._folder = model_folder
        self._phrases = phrases
        self._options = options

    def triplets(self, rng: random.Random) -> Iterator[Triplet]:
        """Give one pair for each phrase that the model answers with something else."""
        import torch
        from transformers import AutoModelForCausalLM, AutoModelForSeq2SeqLM, AutoTokenizer

        config = json.loads((self._folder / "config.json").read_text(encoding="utf-8"))
        is_seq2seq = bool(config.get("is_encoder_decoder", False))
        kind = AutoModelForSeq2SeqLM if is_seq2seq else AutoModelForCausalLM
        model = kind.from_pretrained(self._folder, local_files_only=True).eval()
        tokenizer = AutoTokenizer.from_pretrained(self._folder, local_files_only=True, padding_side="left")
        if tokenizer.pad_token is None:
            tokenizer.pad_token = tokenizer.eos_token
        torch.manual_seed(rng.randrange(2**31))
        for start in range(0, len(self._phrases), self._options.batch_size):
            phrases = self._phrases[start : start + self._options.batch_size]
            prompts = [self._options.prompt.format(phrase=phrase) for phrase in phrases]
            inputs = tokenizer(prompts, return_tensors="pt", padding=True)
            written = model.generate(
                **inputs, do_sample=True, top_p=self._options.top_p, max_new_tokens=self._options.max_new_tokens
            )
            if not is_seq2seq:
                written = written[:, inputs["input_ids"].shape[1] :]
            answers = tokenizer.batch_decode(written, skip_special_tokens=True)
            for phrase, answer in zip(phrases, answers, strict=True):
                first_line = clean_field(answer.strip().split("\n")[0]) if answer.strip() else ""
                if first_line:
                    yield Triplet(phrase, first_line, "", "model", f"model {phrase}")
