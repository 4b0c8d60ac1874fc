"""A BERT encoder without padding: the forward pass of Devlin et al. 2019 over the token rows as they are.

All tokens of a batch stand in one (n_tokens, n_dims) matrix, whatever phrase they belong to, so that no layer ever computes on
a padding token; attention runs over groups of rows of equal length and needs no mask. The three projections of attention are
one matrix product. For phrases of two to ten tokens this is what makes the encoder fast; the numbers are the same as those of
the transformers library up to rounding (``tests/encoding`` compares them).
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from phrase_explorer.encoding.encoder_folder import EncoderFolder, Pooling, UnusableEncoderError
from phrase_explorer.encoding.precision import Precision

if TYPE_CHECKING:
    import torch

WEIGHTS_NAME = "model.safetensors"
LONGEST_PLAIN_ATTENTION = (
    32  # in half precision on a processor, up to here two matrix products beat the fused kernel by two
)


class _Group(NamedTuple):
    """Rows of equal length that stand together: their first token, how many rows, and how many tokens each has."""

    start: int
    n_rows: int
    length: int

    @property
    def tokens(self) -> slice:
        return slice(self.start, self.start + self.n_rows * self.length)


class BertForward:
    """The layers of one BERT encoder, ready to run. Build it with `load`."""

    def __init__(
        self,
        weights: Mapping[str, "torch.Tensor"],
        config: Mapping[str, Any],  # Any: JSON values
        *,
        pooling: Pooling,
        precision: Precision,
    ) -> None:
        import torch

        def weight(name: str) -> torch.Tensor:
            return weights[name].to(device=precision.device, dtype=precision.dtype).contiguous()

        self.n_dims = int(config["hidden_size"])
        self._n_heads = int(config["num_attention_heads"])
        self._epsilon = float(config["layer_norm_eps"])
        self._pooling = pooling
        self._device = precision.device
        self._words = weight("embeddings.word_embeddings.weight")
        self._positions = (
            weights["embeddings.position_embeddings.weight"].float()
            + weights["embeddings.token_type_embeddings.weight"][0].float()
        ).to(device=precision.device, dtype=precision.dtype)
        self._embedding_norm = (weight("embeddings.LayerNorm.weight"), weight("embeddings.LayerNorm.bias"))
        self._layers = []
        for i in range(int(config["num_hidden_layers"])):
            layer = f"encoder.layer.{i}"
            projections = [f"{layer}.attention.self.{part}" for part in ("query", "key", "value")]
            self._layers.append(
                _Layer(
                    qkv_weight=torch.cat([weight(f"{name}.weight") for name in projections]),
                    qkv_bias=torch.cat([weight(f"{name}.bias") for name in projections]),
                    out_weight=weight(f"{layer}.attention.output.dense.weight"),
                    out_bias=weight(f"{layer}.attention.output.dense.bias"),
                    attention_norm_weight=weight(f"{layer}.attention.output.LayerNorm.weight"),
                    attention_norm_bias=weight(f"{layer}.attention.output.LayerNorm.bias"),
                    up_weight=weight(f"{layer}.intermediate.dense.weight"),
                    up_bias=weight(f"{layer}.intermediate.dense.bias"),
                    down_weight=weight(f"{layer}.output.dense.weight"),
                    down_bias=weight(f"{layer}.output.dense.bias"),
                    norm_weight=weight(f"{layer}.output.LayerNorm.weight"),
                    norm_bias=weight(f"{layer}.output.LayerNorm.bias"),
                )
            )

    @classmethod
    def load(
        cls,
        source: EncoderFolder,
        config: Mapping[str, Any],  # Any: JSON values
        precision: Precision,
    ) -> "BertForward":
        """Read the weights of a folder for which `can_run` holds."""
        from safetensors import SafetensorError
        from safetensors.torch import load_file

        try:
            weights = load_file(source.transformer_folder / WEIGHTS_NAME)
        except (OSError, SafetensorError) as error:
            raise UnusableEncoderError(source.folder, f"{WEIGHTS_NAME} cannot be read ({error})") from error
        weights = {name.removeprefix("bert."): tensor for name, tensor in weights.items()}
        try:
            return cls(weights, config, pooling=source.pooling, precision=precision)
        except KeyError as error:
            raise UnusableEncoderError(source.folder, f"config.json or {WEIGHTS_NAME} lacks {error}") from error

    def pooled(self, token_rows: Sequence[Sequence[int]]) -> "torch.Tensor":
        """Give one vector a row, not normalised: a float32 tensor of shape (n_rows, n_dims) on the CPU."""
        import torch
        from torch.nn.functional import layer_norm, linear

        groups = _equal_length_groups(token_rows)
        shape = (self.n_dims,)
        with torch.inference_mode():
            ids = torch.tensor([token for row in token_rows for token in row], device=self._device)  # (n_tokens,)
            places = torch.cat([torch.arange(group.length).repeat(group.n_rows) for group in groups])
            states = self._words[ids] + self._positions[places.to(self._device)]  # (n_tokens, n_dims)
            states = layer_norm(states, shape, *self._embedding_norm, self._epsilon)
            for (
                layer
            ) in self._layers:  # in place where it can be: fresh pages for large arrays cost a tenth of the time
                qkv = linear(states, layer.qkv_weight, layer.qkv_bias)  # (n_tokens, 3 * n_dims)
                context = self._attend(qkv, groups)  # (n_tokens, n_dims)
                attended = linear(context, layer.out_weight, layer.out_bias).add_(states)  # (n_tokens, n_dims)
                states = layer_norm(
                    attended, shape, layer.attention_norm_weight, layer.attention_norm_bias, self._epsilon
                )
                inner = torch.ops.aten.gelu_(linear(states, layer.up_weight, layer.up_bias))  # (n_tokens, n_inner)
                outer = linear(inner, layer.down_weight, layer.down_bias).add_(states)  # (n_tokens, n_dims)
                states = layer_norm(outer, shape, layer.norm_weight, layer.norm_bias, self._epsilon)
            return torch.cat([self._pool(states, group) for group in groups]).cpu()

    def _attend(self, qkv: "torch.Tensor", groups: Sequence[_Group]) -> "torch.Tensor":
        import torch

        context = torch.empty((len(qkv), self.n_dims), dtype=qkv.dtype, device=qkv.device)
        for group in groups:
            heads = qkv[group.tokens].view(group.n_rows, group.length, 3, self._n_heads, -1)
            queries, keys, values = heads.permute(2, 0, 3, 1, 4)  # each (n_rows, n_heads, length, n_dims / n_heads)
            mixed = _mix_values(queries, keys, values)
            context[group.tokens].view(group.n_rows, group.length, self._n_heads, -1).copy_(mixed.transpose(1, 2))
        return context

    def _pool(self, states: "torch.Tensor", group: _Group) -> "torch.Tensor":
        rows = states[group.tokens].view(group.n_rows, group.length, self.n_dims)
        if self._pooling == "cls":
            return rows[:, 0].float()  # (n_rows, n_dims)
        return rows.float().mean(dim=1)  # (n_rows, n_dims)


def _mix_values(queries: "torch.Tensor", keys: "torch.Tensor", values: "torch.Tensor") -> "torch.Tensor":
    """Attend within each row: each argument and the result are of shape (n_rows, n_heads, length, n_dims / n_heads)."""
    import torch
    from torch.nn.functional import scaled_dot_product_attention

    length = queries.shape[2]
    if queries.device.type == "cpu" and queries.dtype != torch.float32 and length <= LONGEST_PLAIN_ATTENTION:
        scores = (queries * queries.shape[3] ** -0.5) @ keys.transpose(2, 3)  # (n_rows, n_heads, length, length)
        return torch.softmax(scores, dim=3) @ values
    return scaled_dot_product_attention(queries, keys, values)


class _Layer(NamedTuple):
    qkv_weight: "torch.Tensor"
    qkv_bias: "torch.Tensor"
    out_weight: "torch.Tensor"
    out_bias: "torch.Tensor"
    attention_norm_weight: "torch.Tensor"
    attention_norm_bias: "torch.Tensor"
    up_weight: "torch.Tensor"
    up_bias: "torch.Tensor"
    down_weight: "torch.Tensor"
    down_bias: "torch.Tensor"
    norm_weight: "torch.Tensor"
    norm_bias: "torch.Tensor"


def can_run(source: EncoderFolder, config: Mapping[str, Any]) -> bool:  # Any: JSON values
    """Tell whether a folder holds a BERT of the usual kind in one weights file."""
    return (
        source.model_type == "bert"
        and config.get("hidden_act", "gelu") == "gelu"
        and config.get("position_embedding_type", "absolute") in ("absolute", None)
        and not config.get("is_decoder", False)
        and (source.transformer_folder / WEIGHTS_NAME).is_file()
    )


def _equal_length_groups(token_rows: Sequence[Sequence[int]]) -> list[_Group]:
    groups = []
    start = 0
    for length, rows in groupby(map(len, token_rows)):
        n_rows = sum(1 for _ in rows)
        groups.append(_Group(start, n_rows, length))
        start += n_rows * length
    return groups
