"""Choose the device and the number format that are fastest where the program runs."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from phrase_explorer.foundation.errors import UserFacingError

if TYPE_CHECKING:
    import torch

NumberFormat = Literal["float32", "bfloat16", "float16"]
NUMBER_FORMATS: tuple[NumberFormat, ...] = ("float32", "bfloat16", "float16")


@dataclass(frozen=True)
class Precision:
    """Where and in which number format the encoder computes. Vectors are float32 whatever this says."""

    device: "torch.device"
    dtype: "torch.dtype"


def choose_precision(device: str | None = None, dtype: str | None = None) -> Precision:
    """Give the device and number format asked for, or the fastest: a GPU in half precision, else what the processor does well.

    On a processor bfloat16 is taken only where it has instructions for it; elsewhere it is emulated and slower than float32.
    """
    import torch

    if dtype is not None and dtype not in NUMBER_FORMATS:
        raise UserFacingError(f"The encoder cannot compute in '{dtype}'; choose one of {', '.join(NUMBER_FORMATS)}.")
    chosen_device = torch.device(device) if device is not None else _best_device()
    if dtype is not None:
        return Precision(chosen_device, getattr(torch, dtype))
    if chosen_device.type == "cuda":
        return Precision(chosen_device, torch.bfloat16 if torch.cuda.is_bf16_supported(False) else torch.float16)
    on_fast_processor = chosen_device.type == "cpu" and processor_has_bfloat16()
    return Precision(chosen_device, torch.bfloat16 if on_fast_processor else torch.float32)


def processor_has_bfloat16() -> bool:
    """Tell whether the processor multiplies bfloat16 itself (AVX512-BF16, AMX or the ARM extension)."""
    import torch

    capabilities = torch.cpu.get_capabilities() if hasattr(torch.cpu, "get_capabilities") else {}
    return any(capabilities.get(name) for name in ("avx512_bf16", "amx_tile", "amx_bf16", "bf16"))


def _best_device() -> "torch.device":
    import torch

    if torch.cuda.is_available():
        return torch.device("cuda")
    if torch.backends.mps.is_available():
        return torch.device("mps")
    return torch.device("cpu")
