"""Any other encoder (MPNet, RoBERTa, DistilBERT, ...) through the transformers library, padded to the longest row of a batch."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from phrase_explorer.encoding.encoder_folder import EncoderFolder, Pooling, UnusableEncoderError
from phrase_explorer.encoding.precision import Precision

if TYPE_CHECKING:
    import torch
    from transformers import PreTrainedModel


class TransformersForward:
    """One transformers model in inference mode. Build it with `load`."""

    def __init__(self, model: "PreTrainedModel", *, pooling: Pooling, precision: Precision) -> None:
        self.n_dims = int(model.config.hidden_size)
        self._model = model
        self._pooling = pooling
        self._device = precision.device
        self._pad_id = int(model.config.pad_token_id or 0)

    @classmethod
    def load(cls, source: EncoderFolder, precision: Precision) -> "TransformersForward":
        """Load the model with local safetensors only; no code from the folder runs."""
        from transformers import AutoModel
        from transformers.utils import logging as transformers_logging

        transformers_logging.disable_progress_bar()
        try:
            model = AutoModel.from_pretrained(
                str(source.transformer_folder),
                local_files_only=True,
                trust_remote_code=False,
                use_safetensors=True,
                dtype=precision.dtype,
            )
        except (OSError, ValueError, KeyError, ImportError, RuntimeError) as error:
            raise UnusableEncoderError(
                source.folder, f"its model of type '{source.model_type}' cannot be loaded ({error})"
            ) from error
        return cls(model.eval().to(precision.device), pooling=source.pooling, precision=precision)

    def pooled(self, token_rows: Sequence[Sequence[int]]) -> "torch.Tensor":
        """Give one vector a row, not normalised: a float32 tensor of shape (n_rows, n_dims) on the CPU."""
        import torch

        longest = max(map(len, token_rows))
        ids = torch.tensor([[*row, *[self._pad_id] * (longest - len(row))] for row in token_rows])  # (n_rows, longest)
        lengths = torch.tensor([len(row) for row in token_rows])  # (n_rows,)
        mask = (torch.arange(longest) < lengths[:, None]).to(self._device)  # (n_rows, longest)
        with torch.inference_mode():
            output = self._model(input_ids=ids.to(self._device), attention_mask=mask.long())
            states: torch.Tensor = output.last_hidden_state.float()  # (n_rows, longest, n_dims)
            if self._pooling == "cls":
                return states[:, 0].cpu()  # (n_rows, n_dims)
            weights = mask[:, :, None].float()
            return ((states * weights).sum(dim=1) / weights.sum(dim=1)).cpu()  # (n_rows, n_dims)
