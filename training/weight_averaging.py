"""``python -m training export``: the weighted mean of encoders that grew from one start (Wortsman et al. 2022, "model soups").

Averaging with the start itself keeps what the start knew (PEARL takes a half of it).
"""

from pathlib import Path

from phrase_explorer.adaptation.encoder_export import export_encoder
from phrase_explorer.adaptation.trainable_encoder import load_for_training
from phrase_explorer.encoding.encoder_folder import encoder_fingerprint
from phrase_explorer.foundation.errors import UsageError


def parse_weighted_folder(text: str) -> tuple[Path, float]:
    """Read ``FOLDER`` or ``FOLDER=WEIGHT``; the weight is 1 where none is given."""
    folder, equals, weight = text.rpartition("=")
    if not equals:
        return Path(text), 1.0
    try:
        number = float(weight)
    except ValueError as error:
        raise UsageError(f"'{text}' has no number after '='; write it as FOLDER=0.5.") from error
    if number <= 0:
        raise UsageError(f"The weight in '{text}' must be more than 0.")
    return Path(folder), number


def export_average(weighted: list[tuple[Path, float]], output: Path, *, half: bool = True) -> None:
    """Write the weighted mean of encoders as an encoder folder; all must have the same tensors."""
    total = sum(weight for _, weight in weighted)
    loaded = [load_for_training(folder) for folder, _ in weighted]
    states = [encoder.network.state_dict() for encoder in loaded]
    shapes = [{name: tuple(tensor.shape) for name, tensor in state.items()} for state in states]
    for (folder, _), shape in zip(weighted, shapes, strict=True):
        if shape != shapes[0]:
            raise UsageError(f"'{folder}' is of another shape than '{weighted[0][0]}'; average encoders of one start.")
    mean = {
        name: sum(state[name] * (weight / total) for state, (_, weight) in zip(states, weighted, strict=True))
        if tensor.is_floating_point()
        else tensor
        for name, tensor in states[0].items()
    }
    parts = [{"fingerprint": encoder_fingerprint(folder), "share": weight / total} for folder, weight in weighted]
    export_encoder(mean, loaded[0].source, output, provenance={"recipe": "weight average", "parts": parts}, half=half)
