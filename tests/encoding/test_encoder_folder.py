import json
import shutil

import pytest

from phrase_explorer.encoding.encoder_folder import UnusableEncoderError, encoder_fingerprint, read_encoder_folder


@pytest.fixture
def folder(tmp_path):
    """A folder in the layout of sentence-transformers, with weights that nothing reads."""
    write(tmp_path / "modules.json", modules("Transformer", "Pooling", "Normalize"))
    write(tmp_path / "config.json", {"model_type": "bert", "max_position_embeddings": 512})
    write(tmp_path / "sentence_bert_config.json", {"max_seq_length": 128, "do_lower_case": True})
    write(tmp_path / "tokenizer_config.json", {"model_max_length": 512})
    write(tmp_path / "1_Pooling" / "config.json", {"pooling_mode_mean_tokens": True, "pooling_mode_cls_token": False})
    (tmp_path / "model.safetensors").write_bytes(b"weights")
    return tmp_path


def write(path, value):
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(value), encoding="utf-8")


def modules(*kinds, prefix="sentence_transformers.models."):
    paths = ["", "1_Pooling", "2_Normalize", "3_Dense"]
    return [{"idx": i, "path": paths[i], "type": prefix + kind} for i, kind in enumerate(kinds)]


def test_the_configuration_is_read(folder):
    source = read_encoder_folder(folder)

    assert (source.model_type, source.pooling, source.max_tokens) == ("bert", "mean", 128)
    assert (source.lower_case, source.prompt, source.name) == (True, "", folder.name)


def test_the_newer_spelling_is_read(folder):
    write(folder / "modules.json", modules("Transformer", "Pooling", prefix="sentence_transformers.base.modules.x."))
    write(folder / "sentence_bert_config.json", {"transformer_task": "feature-extraction"})
    write(folder / "1_Pooling" / "config.json", {"embedding_dimension": 384, "pooling_mode": "cls"})
    write(folder / "tokenizer_config.json", {"model_max_length": 256})

    source = read_encoder_folder(folder)

    assert (source.pooling, source.max_tokens) == ("cls", 256)


def test_a_transformer_in_a_folder_of_its_own_is_found(folder):
    layout = modules("Transformer", "Pooling")
    layout[0]["path"] = "0_BERT"
    write(folder / "modules.json", layout)
    (folder / "0_BERT").mkdir()
    for name in ("config.json", "sentence_bert_config.json", "tokenizer_config.json", "model.safetensors"):
        shutil.move(folder / name, folder / "0_BERT" / name)

    assert read_encoder_folder(folder).transformer_folder == folder / "0_BERT"


def test_a_plain_transformer_is_pooled_by_mean(folder):
    (folder / "modules.json").unlink()

    assert read_encoder_folder(folder).pooling == "mean"


def test_without_a_stated_length_the_positions_decide(folder):
    write(folder / "config.json", {"model_type": "roberta", "max_position_embeddings": 514})
    write(folder / "sentence_bert_config.json", {})
    write(folder / "tokenizer_config.json", {"model_max_length": 10**30})

    assert read_encoder_folder(folder).max_tokens == 512


def test_a_default_prompt_is_put_before_every_text(folder):
    prompts = {"prompts": {"query": "query: "}, "default_prompt_name": "query"}
    write(folder / "config_sentence_transformers.json", prompts)

    assert read_encoder_folder(folder).prompt == "query: "


@pytest.mark.parametrize(
    ("break_it", "sentence"),
    [
        (lambda f: write(f / "modules.json", modules("Transformer", "Pooling", "Normalize", "Dense")), "Dense"),
        (lambda f: write(f / "modules.json", {"not": "a list"}), "not a JSON list"),
        (lambda f: write(f / "1_Pooling" / "config.json", {"pooling_mode_max_tokens": True}), "pools by max"),
        (lambda f: write(f / "1_Pooling" / "config.json", {"pooling_mode": "lasttoken"}), "pools by lasttoken"),
        (lambda f: (f / "1_Pooling" / "config.json").unlink(), "lacks 1_Pooling/config.json"),
        (lambda f: (f / "config.json").unlink(), "lacks config.json"),
        (lambda f: (f / "config.json").write_text("{"), "cannot be read"),
        (lambda f: (f / "model.safetensors").rename(f / "pytorch_model.bin"), "save it as safetensors"),
        (lambda f: write(f / "modules.json", [{"path": "..", "type": "Transformer"}, *modules("Pooling")]), "outside"),
        (shutil.rmtree, "no such folder"),
    ],
)
def test_what_cannot_be_used_is_refused_in_one_sentence(folder, break_it, sentence):
    break_it(folder)

    with pytest.raises(UnusableEncoderError, match=sentence) as refusal:
        read_encoder_folder(folder)

    assert str(folder) in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_the_fingerprint_changes_with_the_weights_and_not_with_the_card_or_the_place(folder, tmp_path_factory):
    before = encoder_fingerprint(folder)
    (folder / "README.md").write_text("a card")
    elsewhere = shutil.copytree(folder, tmp_path_factory.mktemp("elsewhere") / "encoder")

    assert encoder_fingerprint(elsewhere) == encoder_fingerprint(folder) == before

    (folder / "model.safetensors").write_bytes(b"other weights")

    assert encoder_fingerprint(folder) != before
