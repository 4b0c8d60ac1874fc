"""Read what an encoder folder says of itself, without loading it.

The layout is the one that sentence-transformers saves and loads (old and new spellings): ``modules.json`` names a Transformer, a
Pooling and perhaps a Normalize module; weights are safetensors. A folder without ``modules.json`` is taken as a plain
transformer with mean pooling. Nothing in a folder is ever executed.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from phrase_explorer.foundation.content_hash import hash_file, hash_value
from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.foundation.resource_paths import resource_path

Pooling = Literal["mean", "cls"]

POOLING_SWITCHES: dict[str, str] = {
    "pooling_mode_mean_tokens": "mean",
    "pooling_mode_cls_token": "cls",
    "pooling_mode_max_tokens": "max",
    "pooling_mode_mean_sqrt_len_tokens": "mean_sqrt_len_tokens",
    "pooling_mode_weightedmean_tokens": "weightedmean",
    "pooling_mode_lasttoken": "lasttoken",
}
FINGERPRINTED_PATTERNS = ("*.safetensors", "*.safetensors.index.json", "vocab.txt", "merges.txt", "*.model")
FINGERPRINTED_CONFIGS = (
    "config.json",
    "modules.json",
    "sentence_bert_config.json",
    "config_sentence_transformers.json",
    "tokenizer.json",
    "tokenizer_config.json",
    "special_tokens_map.json",
)
LARGEST_PLAUSIBLE_LENGTH = 100_000
POSITION_OFFSETS = {"roberta": 2, "xlm-roberta": 2, "camembert": 2, "mpnet": 2}


class UnusableEncoderError(UserFacingError):
    """An encoder folder that cannot be used, and why."""

    def __init__(self, folder: Path, reason: str) -> None:
        super().__init__(f"The encoder folder '{folder}' cannot be used: {reason}.")


@dataclass(frozen=True)
class EncoderFolder:
    """What the configuration files of an encoder folder say.

    Parameters
    ----------
    transformer_folder
        Where ``config.json``, the tokenizer and the weights are.
    max_tokens
        Longest input in tokens, special tokens included; what is longer is cut at its end.
    prompt
        Text put before every phrase.
    """

    folder: Path
    transformer_folder: Path
    name: str
    model_type: str
    pooling: Pooling
    max_tokens: int
    lower_case: bool
    prompt: str


def read_encoder_folder(folder: Path | None = None) -> EncoderFolder:
    """Read the configuration of an encoder folder; None is the bundled encoder.

    Raises
    ------
    UnusableEncoderError
        If files are missing, or the folder asks for something that this program does not do.
    """
    folder = folder if folder is not None else resource_path("encoder")
    if not folder.is_dir():
        raise UnusableEncoderError(folder, "there is no such folder; choose a folder that holds modules.json")
    transformer_folder, pooling_folder = _module_folders(folder)
    config = _read_json(folder, transformer_folder / "config.json")
    if not isinstance(config.get("model_type"), str):
        raise UnusableEncoderError(folder, "config.json does not name its model_type")
    if not any(transformer_folder.glob("*.safetensors")):
        raise UnusableEncoderError(
            folder, "it holds no .safetensors weights, and other weight formats can run code; save it as safetensors"
        )
    sentence_config = _read_json_if_there(folder, transformer_folder / "sentence_bert_config.json")
    return EncoderFolder(
        folder=folder,
        transformer_folder=transformer_folder,
        name=str(_read_json_if_there(folder, folder / "provenance.json").get("name") or folder.resolve().name),
        model_type=config["model_type"],
        pooling=_pooling(folder, pooling_folder),
        max_tokens=_max_tokens(folder, transformer_folder, sentence_config, config),
        lower_case=bool(sentence_config.get("do_lower_case", False)),
        prompt=_default_prompt(folder),
    )


def encoder_fingerprint(folder: Path | None = None) -> str:
    """Hash the weights, tokenizer and configuration of an encoder folder; its card and its place do not count."""
    folder = folder if folder is not None else resource_path("encoder")
    transformer_folder, pooling_folder = _module_folders(folder)
    paths = {folder / name for name in FINGERPRINTED_CONFIGS}
    paths |= {transformer_folder / name for name in FINGERPRINTED_CONFIGS}
    paths |= {path for pattern in FINGERPRINTED_PATTERNS for path in transformer_folder.glob(pattern)}
    if pooling_folder is not None:
        paths.add(pooling_folder / "config.json")
    return hash_value({path.relative_to(folder).as_posix(): hash_file(path) for path in paths if path.is_file()})


def _module_folders(folder: Path) -> tuple[Path, Path | None]:
    """Give the folders of the Transformer and of the Pooling module (None without ``modules.json``)."""
    if not (folder / "modules.json").is_file():
        return folder, None
    modules = _read_json_list(folder, folder / "modules.json")
    kinds = [str(module.get("type", "")).rsplit(".", 1)[-1] for module in modules]
    if kinds not in (["Transformer", "Pooling"], ["Transformer", "Pooling", "Normalize"]):
        raise UnusableEncoderError(
            folder,
            f"its modules are {', '.join(kinds) or 'missing'}, "
            "and only Transformer, Pooling and Normalize, in this order, can be used",
        )
    transformer_folder, pooling_folder = (folder / str(module.get("path", "")) for module in modules[:2])
    for module_folder in (transformer_folder, pooling_folder):
        if not module_folder.resolve().is_relative_to(folder.resolve()):
            raise UnusableEncoderError(folder, "modules.json points outside the folder")
    return transformer_folder, pooling_folder


def _pooling(folder: Path, pooling_folder: Path | None) -> Pooling:
    if pooling_folder is None:
        return "mean"
    config = _read_json(folder, pooling_folder / "config.json")
    if not config.get("include_prompt", True):
        raise UnusableEncoderError(folder, "its pooling leaves the prompt out, which cannot be done here")
    named = config.get("pooling_mode")
    modes = [named] if isinstance(named, str) else [mode for key, mode in POOLING_SWITCHES.items() if config.get(key)]
    if modes == ["mean"]:
        return "mean"
    if modes == ["cls"]:
        return "cls"
    raise UnusableEncoderError(
        folder, f"it pools by {' and '.join(map(str, modes)) or 'nothing'}, and only mean or cls pooling can be used"
    )


def _max_tokens(
    folder: Path,
    transformer_folder: Path,
    sentence_config: dict[str, Any],  # Any: JSON values
    config: dict[str, Any],  # Any: JSON values
) -> int:
    tokenizer_config = _read_json_if_there(folder, transformer_folder / "tokenizer_config.json")
    positions = config.get("max_position_embeddings")
    if isinstance(positions, int):
        positions -= POSITION_OFFSETS.get(str(config["model_type"]), 0)
    stated = [sentence_config.get("max_seq_length") or tokenizer_config.get("model_max_length"), positions]
    lengths = [
        int(value) for value in stated if isinstance(value, int | float) and 3 <= value < LARGEST_PLAUSIBLE_LENGTH
    ]
    if not lengths:
        raise UnusableEncoderError(folder, "it does not say how many tokens it can read (max_seq_length)")
    return min(lengths)


def _default_prompt(folder: Path) -> str:
    config = _read_json_if_there(folder, folder / "config_sentence_transformers.json")
    prompts = config.get("prompts")
    return str(prompts.get(config.get("default_prompt_name")) or "") if isinstance(prompts, dict) else ""


def _read_json_if_there(folder: Path, path: Path) -> dict[str, Any]:  # Any: JSON values
    return _read_json(folder, path) if path.is_file() else {}


def _read_json(folder: Path, path: Path) -> dict[str, Any]:  # Any: JSON values
    value = _parse(folder, path)
    if not isinstance(value, dict):
        raise UnusableEncoderError(folder, f"{path.name} is not a JSON object")
    return value


def _read_json_list(folder: Path, path: Path) -> list[dict[str, Any]]:  # Any: JSON values
    value = _parse(folder, path)
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise UnusableEncoderError(folder, f"{path.name} is not a JSON list of objects")
    return value


def _parse(folder: Path, path: Path) -> object:
    try:
        value: object = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise UnusableEncoderError(folder, f"it lacks {path.relative_to(folder).as_posix()}") from error
    except (OSError, ValueError) as error:
        raise UnusableEncoderError(folder, f"{path.name} cannot be read ({error})") from error
    return value
