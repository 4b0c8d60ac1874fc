"""Tiny encoders with random weights, beside sentence-transformers on the same folder."""

import json
import shutil

import numpy as np
import pytest

from phrase_explorer.encoding.encoder import Encoder
from phrase_explorer.encoding.encoder_folder import UnusableEncoderError
from phrase_explorer.foundation.resource_paths import resource_path

PHRASES = ["cat", "a tall ship", "the monetary policy of the central bank", "word " * 80]
SIZES = {"vocab_size": 30_522, "hidden_size": 24, "num_hidden_layers": 2, "num_attention_heads": 2}

pytestmark = pytest.mark.model


def save_tiny_encoder(folder, config, *, pooling):
    import torch
    from transformers import AutoModel

    torch.manual_seed(0)
    AutoModel.from_config(config).save_pretrained(folder)
    for name in ("tokenizer.json", "tokenizer_config.json", "special_tokens_map.json"):
        shutil.copy(resource_path("encoder") / name, folder / name)
    layout = json.loads((resource_path("encoder") / "modules.json").read_text(encoding="utf-8"))
    (folder / "modules.json").write_text(json.dumps(layout), encoding="utf-8")
    (folder / "sentence_bert_config.json").write_text(json.dumps({"max_seq_length": 64}), encoding="utf-8")
    (folder / "1_Pooling").mkdir()
    pooling_config = {
        "word_embedding_dimension": 24,
        "pooling_mode_mean_tokens": pooling == "mean",
        "pooling_mode_cls_token": pooling == "cls",
    }
    (folder / "1_Pooling" / "config.json").write_text(json.dumps(pooling_config), encoding="utf-8")


def tiny_bert():
    from transformers import BertConfig

    return BertConfig(**SIZES, intermediate_size=48)


def tiny_mpnet():
    from transformers import MPNetConfig

    return MPNetConfig(**SIZES, intermediate_size=48)


def tiny_distilbert():
    from transformers import DistilBertConfig

    return DistilBertConfig(vocab_size=30_522, dim=24, hidden_dim=48, n_layers=2, n_heads=2)


@pytest.mark.parametrize(
    ("config", "pooling"),
    [(tiny_bert, "cls"), (tiny_bert, "mean"), (tiny_mpnet, "mean"), (tiny_mpnet, "cls"), (tiny_distilbert, "mean")],
)
def test_other_encoders_agree_with_sentence_transformers(config, pooling, tmp_path):
    sentence_transformers = pytest.importorskip("sentence_transformers")
    save_tiny_encoder(tmp_path, config(), pooling=pooling)

    vectors = Encoder.load(tmp_path, device="cpu", dtype="float32").encode(PHRASES)

    peer = sentence_transformers.SentenceTransformer(str(tmp_path), device="cpu", local_files_only=True)
    expected = peer.encode(PHRASES, show_progress_bar=False)
    np.testing.assert_allclose(vectors, expected, atol=1e-5)


def test_damaged_weights_are_refused_in_one_sentence(tmp_path):
    save_tiny_encoder(tmp_path, tiny_bert(), pooling="mean")
    (tmp_path / "model.safetensors").write_bytes(b"not weights")

    with pytest.raises(UnusableEncoderError, match="cannot be read"):
        Encoder.load(tmp_path)


def test_weights_that_lack_a_layer_are_refused_in_one_sentence(tmp_path):
    save_tiny_encoder(tmp_path, tiny_bert(), pooling="mean")
    config = json.loads((tmp_path / "config.json").read_text(encoding="utf-8"))
    (tmp_path / "config.json").write_text(json.dumps(config | {"num_hidden_layers": 5}), encoding="utf-8")

    with pytest.raises(UnusableEncoderError, match=r"encoder\.layer\.2"):
        Encoder.load(tmp_path)
