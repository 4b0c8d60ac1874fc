"""Write an encoder folder that the app and sentence-transformers load alike, and average weights.

Weights stand at the folder's root as float16 safetensors beside the tokenizer; pooling is a masked mean; nothing stands on top.
"""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from phrase_explorer.encoding.encoder_folder import EncoderFolder

if TYPE_CHECKING:
    import torch

WEIGHTS_NAME = "model.safetensors"
COPIED_NAMES = (
    "tokenizer.json", "tokenizer_config.json", "special_tokens_map.json", "vocab.txt", "sentence_bert_config.json",
)  # fmt: skip
UNUSED_PREFIXES = ("embeddings.position_ids",)
MODULES = [
    {"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"},
    {"idx": 1, "name": "1", "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},
]


def export_encoder(
    state: Mapping[str, "torch.Tensor"],
    source: EncoderFolder,
    folder: Path,
    *,
    provenance: Mapping[str, Any],  # Any: JSON values
    half: bool = True,
) -> None:
    """Write weights with the tokenizer and configuration of `source` as an encoder folder."""
    import torch
    from safetensors.torch import save_file

    (folder / "1_Pooling").mkdir(parents=True, exist_ok=True)
    for name in COPIED_NAMES:
        path = source.transformer_folder / name
        if path.is_file() and path.resolve() != (folder / name).resolve():
            shutil.copyfile(path, folder / name)
    config = json.loads((source.transformer_folder / "config.json").read_text(encoding="utf-8"))
    config.pop("torch_dtype", None)
    config["dtype"] = "float16" if half else "float32"
    weights = {
        name: tensor.detach().to("cpu", torch.float16 if half else torch.float32).contiguous()
        for name, tensor in state.items()
        if not name.startswith(UNUSED_PREFIXES)
    }
    pooling = {"word_embedding_dimension": config["hidden_size"], "pooling_mode_mean_tokens": True}
    _write_json(folder / "config.json", config)
    _write_json(folder / "modules.json", MODULES)
    _write_json(folder / "1_Pooling" / "config.json", pooling)
    _write_json(folder / "provenance.json", dict(provenance))
    save_file(weights, folder / WEIGHTS_NAME, metadata={"format": "pt"})


def average_weights(
    trained: Mapping[str, "torch.Tensor"], start: Mapping[str, "torch.Tensor"], start_share: float
) -> dict[str, "torch.Tensor"]:
    """Mix trained and starting weights, `start_share` of the latter (PEARL takes a half); integers stay as trained."""
    return {
        name: (1.0 - start_share) * tensor + start_share * start[name].to(tensor)
        if tensor.is_floating_point() and name in start
        else tensor
        for name, tensor in trained.items()
    }


def _write_json(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
