"""Adam (Kingma and Ba 2015), so that a fit need not wait for torch's own optimisers, whose import takes seconds."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Tensor

DECAY_OF_MEAN, DECAY_OF_SQUARE, EPSILON = 0.9, 0.999, 1e-8


class Adam:
    """Moves parameters against their gradients; those without a gradient, such as frozen ones, stay."""

    def __init__(self, parameters: "Sequence[Tensor]", learning_rate: float) -> None:
        import torch

        self._parameters = list(parameters)
        self._learning_rate = learning_rate
        self._means = [torch.zeros_like(parameter) for parameter in self._parameters]
        self._squares = [torch.zeros_like(parameter) for parameter in self._parameters]
        self._n_steps = [0] * len(self._parameters)

    def step(self) -> None:
        """Move every parameter that has a gradient, and forget the gradient."""
        import torch

        with torch.no_grad():
            for place, parameter in enumerate(self._parameters):
                gradient = parameter.grad
                if gradient is None:
                    continue
                self._n_steps[place] += 1
                mean, square = self._means[place], self._squares[place]
                mean.mul_(DECAY_OF_MEAN).add_(gradient, alpha=1 - DECAY_OF_MEAN)
                square.mul_(DECAY_OF_SQUARE).addcmul_(gradient, gradient, value=1 - DECAY_OF_SQUARE)
                unbiased_mean = 1 - DECAY_OF_MEAN ** self._n_steps[place]
                unbiased_square = 1 - DECAY_OF_SQUARE ** self._n_steps[place]
                scale = square.sqrt().div_(unbiased_square**0.5).add_(EPSILON)
                parameter.addcdiv_(mean, scale, value=-self._learning_rate / unbiased_mean)
                parameter.grad = None
