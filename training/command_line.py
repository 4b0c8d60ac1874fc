"""The commands of ``python -m training``. Each imports what it needs when it runs.

Exit codes: 0 done, 1 the work failed, 2 wrong use. Errors are one plain sentence on stderr.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from phrase_explorer.foundation.errors import UserFacingError

DEFAULT_DATA = Path("../shared/data")
Command = Callable[[argparse.Namespace], int]


def main(arguments: Sequence[str]) -> int:
    """Run one command and give its exit code."""
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    parsed = _parser().parse_args(arguments)
    command: Command = parsed.command
    try:
        return command(parsed)
    except UserFacingError as error:
        print(error, file=sys.stderr)  # noqa: T201 (the command line's own output)
        return error.exit_code
    except KeyboardInterrupt:
        print("Stopped; run the same command again to go on.", file=sys.stderr)  # noqa: T201
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_build_data(commands)
    _add_teacher_vectors(commands)
    _add_phrase_bert(commands)
    _add_mirror_bert(commands)
    _add_evaluate(commands)
    _add_export(commands)
    return parser


def _add_build_data(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "build-data",
        help="make training triplets from open text and lexical resources",
        epilog="Example: python -m training build-data --out runs/data",
    )
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA, help="the folder of data (%(default)s)")
    parser.add_argument("--out", type=Path, required=True, help="the folder to write")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--max-overlap", type=float, default=0.5, help="most shared words in a positive, 0 to 1")
    parser.add_argument("--all", action="store_true", help="every triplet, not the mix of the shipped recipe")
    parser.add_argument("--research", action="store_true", help="allow sources that shipped weights may not use")
    parser.set_defaults(command=_build_data)


def _build_data(arguments: argparse.Namespace) -> int:
    import json

    from training.data.build_data import SHIPPED_LIMITS, BuildOptions, build_data

    options = BuildOptions(
        arguments.data,
        arguments.out,
        seed=arguments.seed,
        max_overlap=arguments.max_overlap,
        limits=None if arguments.all else SHIPPED_LIMITS,
        research=arguments.research,
    )
    statistics = build_data(options, on_progress=_say)
    print(json.dumps(statistics, indent=2, ensure_ascii=False))  # noqa: T201
    return 0


def _add_teacher_vectors(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser("teacher-vectors", help="compute a larger encoder's vectors of a list of texts, once")
    parser.add_argument("teacher", type=Path, help="a sentence-transformers folder")
    parser.add_argument("--phrases", type=Path, required=True, help="one text a line (build-data writes it)")
    parser.add_argument("--out", type=Path, required=True, help="the folder of shards to write or to go on with")
    parser.set_defaults(command=_teacher_vectors)


def _teacher_vectors(arguments: argparse.Namespace) -> int:
    from phrase_explorer.encoding.encoder import Encoder
    from training.teacher_vectors import read_phrases, write_teacher_vectors

    texts = read_phrases(arguments.phrases)
    write_teacher_vectors(Encoder.load(arguments.teacher), texts, arguments.out, on_progress=_say)
    return 0


def _add_phrase_bert(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "phrase-bert",
        help="fine-tune a phrase encoder on triplets",
        epilog="Example: python -m training phrase-bert --config training/configs/phrase_bert.toml --set threads=2",
    )
    _add_config_options(parser)
    parser.set_defaults(command=_phrase_bert)


def _add_config_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", type=Path, help="a TOML file of training/configs")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", dest="settings")


def _phrase_bert(arguments: argparse.Namespace) -> int:
    from training.configuration import load_config
    from training.phrase_bert.config import PhraseBertConfig
    from training.phrase_bert.recipe import run_phrase_bert

    return _print_metrics(run_phrase_bert(load_config(PhraseBertConfig, arguments.config, arguments.settings)))


def _add_mirror_bert(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "mirror-bert",
        help="fine-tune an encoder on texts without labels",
        epilog="Example: python -m training mirror-bert --config training/configs/mirror_bert_phrases.toml",
    )
    _add_config_options(parser)
    parser.set_defaults(command=_mirror_bert)


def _mirror_bert(arguments: argparse.Namespace) -> int:
    from training.configuration import load_config
    from training.mirror_bert.config import MirrorBertConfig
    from training.mirror_bert.recipe import run_mirror_bert

    return _print_metrics(run_mirror_bert(load_config(MirrorBertConfig, arguments.config, arguments.settings)))


def _print_metrics(metrics: dict[str, object]) -> int:
    import json

    print(json.dumps(metrics))  # noqa: T201
    return 0


def _add_export(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "export",
        help="average encoder folders and write one in float16",
        epilog="Example: python -m training export runs/a/encoder=1 runs/b/encoder=1 resources/encoder=0.5 --out best",
    )
    parser.add_argument("encoders", nargs="+", metavar="FOLDER[=WEIGHT]", help="encoder folders of one shape")
    parser.add_argument("--out", type=Path, required=True, help="the encoder folder to write")
    parser.add_argument("--float32", action="store_true", help="do not halve the precision")
    parser.set_defaults(command=_export)


def _export(arguments: argparse.Namespace) -> int:
    from training.weight_averaging import export_average, parse_weighted_folder

    weighted = [parse_weighted_folder(text) for text in arguments.encoders]
    export_average(weighted, arguments.out, half=not arguments.float32)
    return 0


def _add_evaluate(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "evaluate",
        help="measure an encoder on the phrase tasks",
        epilog="Example: python -m training evaluate resources/encoder --tasks quick --json",
    )
    parser.add_argument("encoder", type=Path, help="a sentence-transformers folder")
    parser.add_argument("--tasks", nargs="+", metavar="TASK", help="task names, or quick; default: all")
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA, help="the folder that holds eval/ (%(default)s)")
    parser.add_argument("--no-baselines", action="store_true", help="leave out word overlap, 3-grams, static vectors")
    parser.add_argument("--start", type=Path, metavar="FOLDER", help="starting weights, measured beside the encoder")
    parser.add_argument("--json", action="store_true", help="one JSON object a line on stdout, nothing else")
    parser.set_defaults(command=_evaluate)


def _evaluate(arguments: argparse.Namespace) -> int:
    from training.evaluation.encoder_scorer import EncoderScorer
    from training.evaluation.evaluate import baseline_scorers, choose_tasks, evaluate, format_table
    from training.evaluation.phrase_scorer import PhraseScorer
    from training.evaluation.results import Result

    def print_json(result: Result) -> None:
        if arguments.json:
            print(result.json_line(), flush=True)  # noqa: T201

    tasks = choose_tasks(arguments.tasks)
    scorers: list[PhraseScorer] = [EncoderScorer.load(arguments.encoder, str(arguments.encoder))]
    if not arguments.no_baselines:
        scorers += baseline_scorers(arguments.data, arguments.start)
    elif arguments.start is not None:
        scorers.append(EncoderScorer.load(arguments.start, "starting weights"))
    results = evaluate(scorers, arguments.data / "eval", tasks, on_result=print_json, on_progress=_say)
    if not arguments.json:
        print(format_table(results))  # noqa: T201
    return 0


def _say(message: str) -> None:
    print(message, file=sys.stderr, flush=True)  # noqa: T201
