"""Turn texts into rows of token ids with the `tokenizers` library alone, which loads in a tenth of a second."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from phrase_explorer.encoding.encoder_folder import EncoderFolder, UnusableEncoderError

if TYPE_CHECKING:
    from tokenizers import Tokenizer

LONE_SURROGATES = dict.fromkeys(range(0xD800, 0xE000), "\ufffd")


class TokenRows:
    """The tokenizer of one encoder folder, with the padding and cutting that the folder's tokenizer file may fix undone."""

    def __init__(self, source: EncoderFolder) -> None:
        self._source = source
        self._tokenizer = _load_tokenizer(source)
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(max_length=source.max_tokens)

    def token_ids(self, texts: Sequence[str]) -> list[list[int]]:
        """Give the token ids of each text, special tokens included, cut at `max_tokens`."""
        return [encoding.ids for encoding in self._tokenizer.encode_batch_fast(self._prepared(texts))]

    def count_over_long(self, texts: Sequence[str]) -> int:
        """Count the texts that are cut."""
        return sum(bool(encoding.overflowing) for encoding in self._tokenizer.encode_batch_fast(self._prepared(texts)))

    def _prepared(self, texts: Sequence[str]) -> list[str]:
        prepared = [(self._source.prompt + text).strip() for text in texts]
        if self._source.lower_case:
            prepared = [text.lower() for text in prepared]
        return [text if text.isascii() else text.translate(LONE_SURROGATES) for text in prepared]


def _load_tokenizer(source: EncoderFolder) -> "Tokenizer":
    path = source.transformer_folder / "tokenizer.json"
    if path.is_file():
        from tokenizers import Tokenizer

        _check_is_json(source, path)
        return Tokenizer.from_file(str(path))
    from transformers import AutoTokenizer

    try:
        tokenizer = AutoTokenizer.from_pretrained(
            str(source.transformer_folder), local_files_only=True, trust_remote_code=False
        )
    except (OSError, ValueError, ImportError) as error:
        raise UnusableEncoderError(source.folder, "it holds no tokenizer that can be read") from error
    if not tokenizer.is_fast:
        raise UnusableEncoderError(source.folder, "it holds no tokenizer.json; save its tokenizer as a fast one")
    backend: Tokenizer = tokenizer.backend_tokenizer
    return backend


def _check_is_json(source: EncoderFolder, path: Path) -> None:
    try:
        json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise UnusableEncoderError(source.folder, f"{path.name} is damaged ({error})") from error
