"""The self-supervised recipe through the command line, at a size of seconds."""

import json
from pathlib import Path

import pytest

from phrase_explorer.foundation.errors import UserFacingError
from tests.training.small_world import WORDS, build_encoder
from training.command_line import main
from training.configuration import build_config, load_config
from training.mirror_bert.config import MirrorBertConfig
from training.mirror_bert.recipe import run_mirror_bert
from training.mirror_bert.views import read_pairs


@pytest.fixture(scope="module")
def encoder_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_encoder(tmp_path_factory.mktemp("mirror") / "encoder")


def write_texts(path: Path) -> Path:
    path.write_text("".join(f"{a} {b} {c}\n" for a in WORDS[:4] for b in WORDS[4:8] for c in WORDS[8:10]))
    return path


def test_mirror_bert_trains_exports_and_reports_the_masked_share(
    encoder_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = write_texts(tmp_path / "texts.txt")
    settings = [f"start={encoder_folder}", f"texts={texts}", f"output={tmp_path / 'run'}", "batch_size=8", "bf16=false"]

    assert main(["mirror-bert", *(part for setting in settings for part in ("--set", setting))]) == 0

    metrics = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (metrics["steps"], metrics["texts"], metrics["masked_share"]) == (4, 32, 1.0)
    assert (tmp_path / "run/encoder/model.safetensors").is_file()
    assert json.loads((tmp_path / "run/run.json").read_text())["config"]["temperature"] == 0.04


def test_equal_texts_are_taken_once_and_pairs_are_split(tmp_path: Path) -> None:
    path = tmp_path / "t.txt"
    path.write_text("night train||sleeper\nNight train\nroad\tstreet\n\ndog\n", encoding="utf-8")

    pairs = read_pairs(build_config(MirrorBertConfig, {"texts": str(path)}))

    assert pairs == [("night train", "sleeper"), ("road", "street"), ("dog", "dog")]


def test_random_strings_keep_the_lengths(tmp_path: Path) -> None:
    texts = write_texts(tmp_path / "texts.txt")

    noise = read_pairs(build_config(MirrorBertConfig, {"texts": str(texts), "random_strings": True}))

    real = read_pairs(build_config(MirrorBertConfig, {"texts": str(texts)}))
    assert [len(left) for left, _ in noise] == [len(left) for left, _ in real]
    assert not {left for left, _ in noise} & {left for left, _ in real}


def test_too_few_texts_are_said_plainly(encoder_folder: Path, tmp_path: Path) -> None:
    texts = write_texts(tmp_path / "texts.txt")
    config = build_config(MirrorBertConfig, {"start": str(encoder_folder), "texts": str(texts)})

    with pytest.raises(UserFacingError, match="holds 32 distinct texts"):
        run_mirror_bert(config)


def test_the_shipped_configurations_can_be_read() -> None:
    for path in (Path(__file__).resolve().parents[2] / "training/configs").glob("mirror_bert*.toml"):
        load_config(MirrorBertConfig, path)
