"""What an evaluator gives back: one number with its spread and size, or the reason why there is none."""

import json
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Result:
    """One measured number.

    Parameters
    ----------
    value
        In percent where the metric is an accuracy, a correlation or an NMI; None when the task was not run.
    spread
        Standard deviation over seeds, in the unit of `value`; None for a single deterministic reading.
    n
        How many items, pairs or questions the number rests on.
    not_run
        Why there is no value, such as "file absent"; empty otherwise.
    """

    task: str
    metric: str
    value: float | None
    spread: float | None
    n: int
    encoder: str
    not_run: str = ""

    def json_line(self) -> str:
        """Give the result as one line of JSON; ``not_run`` appears only where there is no value."""
        fields = asdict(self)
        if not self.not_run:
            del fields["not_run"]
        return json.dumps(fields, ensure_ascii=False)


def percent(value: float) -> float:
    """Give a share or a correlation in percent, to two decimals."""
    return round(100.0 * float(value), 2)
