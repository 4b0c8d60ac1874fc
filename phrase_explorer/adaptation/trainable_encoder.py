"""The network under training: a local transformer folder with masked mean pooling, fed in pieces of similar length."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from phrase_explorer.encoding.encoder_folder import EncoderFolder, read_encoder_folder
from phrase_explorer.foundation.errors import UserFacingError

if TYPE_CHECKING:
    import torch

PIECES_A_BATCH = 4


@dataclass(frozen=True)
class LoadedEncoder:
    """The float32 network of an encoder folder and what the folder says of itself."""

    network: Any  # Any: transformers models have no types
    source: EncoderFolder


def load_for_training(folder: Path) -> LoadedEncoder:
    """Load the weights of a folder as float32, whatever they are stored in.

    Raises
    ------
    UserFacingError
        If the folder cannot be used, or does not pool by the mean.
    """
    import torch
    from transformers import AutoModel
    from transformers.utils.logging import disable_progress_bar

    disable_progress_bar()  # progress is told by whoever trains
    source = read_encoder_folder(folder)
    if source.pooling != "mean":
        raise UserFacingError(f"The encoder '{folder}' pools by {source.pooling}; training here pools by the mean.")
    network = AutoModel.from_pretrained(source.transformer_folder, dtype=torch.float32, local_files_only=True)
    return LoadedEncoder(network, source)


def collate_rows(token_rows: Sequence[Sequence[int]], padding_id: int) -> dict[str, Any]:  # Any: nested tensors
    """Cut rows into pieces of similar length, pad each, and say how to put the results back in order.

    Returns
    -------
    dict
        ``pieces``: list of (input_ids, attention_mask), each of shape (n_piece, piece_length); ``places``: int64 tensor of shape
        (n_rows,), where row *i* of the batch stands among the pieces one after the other.
    """
    import torch

    order = sorted(range(len(token_rows)), key=lambda row: len(token_rows[row]))
    size = max(1, -(-len(order) // PIECES_A_BATCH))
    pieces = []
    for start in range(0, len(order), size):
        rows = [token_rows[row] for row in order[start : start + size]]
        length = max(len(row) for row in rows)
        ids = torch.full((len(rows), length), padding_id, dtype=torch.int64)
        mask = torch.zeros((len(rows), length), dtype=torch.int64)
        for i, row in enumerate(rows):
            ids[i, : len(row)] = torch.tensor(row)
            mask[i, : len(row)] = 1
        pieces.append((ids, mask))
    places = torch.empty(len(order), dtype=torch.int64)
    places[torch.tensor(order)] = torch.arange(len(order))
    return {"pieces": pieces, "places": places}


def pooled_vectors(
    network: Any,  # Any: transformers models have no types
    pieces: Sequence[tuple["torch.Tensor", "torch.Tensor"]],
    places: "torch.Tensor",
) -> "torch.Tensor":
    """Give the mean of the token vectors of each row, padding left out: float32 of shape (n_rows, n_dims)."""
    import torch

    parts = []
    for ids, mask in pieces:
        states = network(input_ids=ids, attention_mask=mask).last_hidden_state.float()  # (n_piece, length, n_dims)
        weights = mask.unsqueeze(-1).float()  # (n_piece, length, 1)
        parts.append((states * weights).sum(dim=1) / weights.sum(dim=1))  # (n_piece, n_dims)
    return torch.cat(parts)[places]


def mask_token_id(source: EncoderFolder) -> int:
    """Give the id of the tokenizer's mask token.

    Raises
    ------
    UserFacingError
        If it has none.
    """
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(source.transformer_folder, local_files_only=True)
    if tokenizer.mask_token_id is None:
        raise UserFacingError(f"The tokenizer of '{source.name}' has no mask token; set the masked span to 0.")
    return int(tokenizer.mask_token_id)
