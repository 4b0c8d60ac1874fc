"""The supervised recipe from data to an encoder folder, at a size of seconds, through the command line."""

import json
from pathlib import Path

import numpy as np
import pytest

from phrase_explorer.encoding.encoder import Encoder
from phrase_explorer.foundation.errors import UsageError
from tests.training.small_world import WORDS, build_data_folder, build_encoder
from training.command_line import main
from training.configuration import build_config, load_config
from training.data.triplets import Triplet, write_triplets
from training.phrase_bert.config import PhraseBertConfig
from training.phrase_bert.recipe import run_phrase_bert
from training.phrase_bert.step_plan import plan_steps, similar_leaves
from training.teacher_vectors import read_teacher_vectors, write_teacher_vectors
from training.weight_averaging import export_average


@pytest.fixture(scope="module")
def encoder_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_encoder(tmp_path_factory.mktemp("start") / "encoder")


def write_pairs(path: Path, n_rows: int = 24) -> Path:
    rng = np.random.default_rng(0)
    words = [" ".join(rng.choice(WORDS, 2)) for _ in range(3 * n_rows)]
    rows = [Triplet(words[i], words[n_rows + i], words[2 * n_rows + i], "s", "", f"k{i % 3}") for i in range(n_rows)]
    write_triplets(path, rows)
    return path


def small_config(encoder_folder: Path, triplets: Path, output: Path, **settings: object) -> PhraseBertConfig:
    fixed = {"start": str(encoder_folder), "triplets": str(triplets), "output": str(output), "batch_size": 4,
             "bf16": False, "log_steps": 1, "save_steps": 2, "learning_rate": 1e-3, "kind_weight": 0.1}  # fmt: skip
    return build_config(PhraseBertConfig, {**fixed, **settings})


def weights_of(run: Path) -> dict[str, np.ndarray]:
    from safetensors.numpy import load_file

    return load_file(run / "encoder/model.safetensors")


def test_training_moves_the_weights_and_leaves_a_record(encoder_folder: Path, tmp_path: Path) -> None:
    triplets = write_pairs(tmp_path / "t.tsv")

    metrics = run_phrase_bert(small_config(encoder_folder, triplets, tmp_path / "run", epochs=2))

    assert metrics["steps"] == 12
    record = json.loads((tmp_path / "run/run.json").read_text(encoding="utf-8"))
    assert record["config"]["epochs"] == 2
    assert set(record["data"]) == {"triplets", "start"}
    start, end = Encoder.load(encoder_folder), Encoder.load(tmp_path / "run/encoder")
    assert start.fingerprint != end.fingerprint
    assert np.abs(start.encode(["night train"]) - end.encode(["night train"])).max() > 1e-3


@pytest.mark.parametrize("objective", ["in-batch", "triplet"])
def test_a_killed_run_ends_with_the_same_weights(encoder_folder: Path, tmp_path: Path, objective: str) -> None:
    triplets = write_pairs(tmp_path / "t.tsv")
    whole = small_config(encoder_folder, triplets, tmp_path / "whole", objective=objective)
    run_phrase_bert(whole)

    stopped = small_config(encoder_folder, triplets, tmp_path / "stopped", objective=objective)
    with pytest.MonkeyPatch.context() as patch:
        stop_after(patch, n_steps=3)
        with pytest.raises(KeyboardInterrupt):
            run_phrase_bert(stopped)
    run_phrase_bert(stopped)

    left, right = weights_of(tmp_path / "whole"), weights_of(tmp_path / "stopped")
    assert all(np.array_equal(left[name], right[name]) for name in left)


def stop_after(patch: pytest.MonkeyPatch, n_steps: int) -> None:
    from training.phrase_bert import step_batches

    original = step_batches.StepBatches.__getitem__

    def item(self, index):
        if index >= n_steps:
            raise KeyboardInterrupt
        return original(self, index)

    patch.setattr(step_batches.StepBatches, "__getitem__", item)


def test_a_teacher_takes_part_in_every_step(encoder_folder: Path, tmp_path: Path) -> None:
    triplets = write_pairs(tmp_path / "t.tsv")
    texts = [f"{a} {b}" for a in WORDS[:6] for b in WORDS[6:12]]
    (tmp_path / "phrases.txt").write_text("\n".join(texts) + "\n", encoding="utf-8")
    write_teacher_vectors(Encoder.load(encoder_folder, dtype="float32"), texts, tmp_path / "teacher")

    found, vectors = read_teacher_vectors(tmp_path / "teacher", texts)
    config = small_config(
        encoder_folder, triplets, tmp_path / "run", teacher_vectors=str(tmp_path / "teacher"),
        phrases=str(tmp_path / "phrases.txt"), teacher_batch=8, start_share=0.5,
    )  # fmt: skip
    metrics = run_phrase_bert(config)

    assert (found, vectors.shape) == (texts, (36, 16))
    assert metrics["steps"] == 6


def test_steps_take_each_triplet_at_most_once_an_epoch_and_sort_by_length() -> None:
    lengths = [3] * 50 + [9] * 50

    steps = plan_steps(lengths, batch_size=10, epochs=2, seed=1)

    assert len(steps) == 20
    assert all(len({lengths[row] for row in step.triplets}) == 1 for step in steps)
    counts = np.bincount(np.concatenate([step.triplets for step in steps]), minlength=100)
    assert counts.max() <= 2


def test_leaves_hold_every_row_once_and_keep_close_rows_together() -> None:
    rng = np.random.default_rng(0)
    far_apart = np.concatenate([rng.normal(size=(64, 4)), rng.normal(size=(64, 4)) + 100]).astype(np.float32)

    leaves = similar_leaves(far_apart, rng)

    assert sorted(np.concatenate(leaves)) == list(range(128))
    assert all(len({row < 64 for row in leaf}) == 1 for leaf in leaves)


def test_settings_are_strict(tmp_path: Path) -> None:
    path = tmp_path / "c.toml"
    path.write_text("epochs = 3\n", encoding="utf-8")

    assert load_config(PhraseBertConfig, path, ["seed=7", "start=somewhere"]).seed == 7
    assert load_config(PhraseBertConfig, path).epochs == 3
    with pytest.raises(UsageError, match="no setting 'epoch'"):
        load_config(PhraseBertConfig, None, ["epoch=3"])
    with pytest.raises(UsageError, match="must be of type int"):
        load_config(PhraseBertConfig, None, ["epochs=1.5"])
    with pytest.raises(UsageError, match="choose in-batch or triplet"):
        load_config(PhraseBertConfig, None, ["objective=other"])


def test_every_shipped_configuration_can_be_read() -> None:
    folder = Path(__file__).resolve().parents[2] / "training/configs"

    for path in folder.glob("phrase_bert*.toml"):
        load_config(PhraseBertConfig, path)


def test_the_average_of_two_encoders_lies_between_them(encoder_folder: Path, tmp_path: Path) -> None:
    triplets = write_pairs(tmp_path / "t.tsv")
    run_phrase_bert(small_config(encoder_folder, triplets, tmp_path / "run"))

    export_average([(tmp_path / "run/encoder", 1.0), (encoder_folder, 3.0)], tmp_path / "mean", half=False)

    from safetensors.numpy import load_file

    mean, start = load_file(tmp_path / "mean/model.safetensors"), load_file(encoder_folder / "model.safetensors")
    trained = weights_of(tmp_path / "run")
    name = "encoder.layer.0.output.dense.weight"
    np.testing.assert_allclose(mean[name], 0.25 * trained[name].astype(np.float32) + 0.75 * start[name], atol=1e-6)


def test_build_data_then_phrase_bert_then_evaluate(
    encoder_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from training.data import build_data as module

    data = build_data_folder(tmp_path / "data")
    monkeypatch.setattr(module.build_data, "__kwdefaults__", {
        **module.build_data.__kwdefaults__, "text_files": ("train/books/small.jsonl",)})  # fmt: skip

    assert main(["build-data", "--data", str(data), "--out", str(tmp_path / "built"), "--research"]) == 0
    settings = [f"start={encoder_folder}", f"triplets={tmp_path / 'built/triplets.tsv'}", f"output={tmp_path / 'run'}",
                "batch_size=4", "bf16=false", "log_steps=1", "save_steps=0"]  # fmt: skip
    assert main(["phrase-bert", *(part for setting in settings for part in ("--set", setting))]) == 0
    capsys.readouterr()
    evaluated = main(["evaluate", str(tmp_path / "run/encoder"), "--tasks", "turney", "men", "ppdb-filtered", "--data",
                      str(data), "--no-baselines", "--json"])  # fmt: skip

    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert evaluated == 0
    assert [(line["task"], line["n"]) for line in lines] == [
        ("turney", 1),
        ("turney", 1),
        ("men", 3),
        ("ppdb-filtered", 0),
    ]


def test_mistakes_are_one_sentence_and_an_exit_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["phrase-bert", "--set", "batchsize=3"]) == 2
    assert main(["phrase-bert", "--set", f"triplets={tmp_path / 'none.tsv'}"]) == 1
    assert main(["evaluate", str(tmp_path / "none"), "--tasks", "turney"]) == 1

    errors = capsys.readouterr().err.splitlines()
    assert len(errors) == 3
    assert "no setting 'batchsize'" in errors[0]
