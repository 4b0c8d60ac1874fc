import pytest
import torch

from phrase_explorer.encoding.precision import choose_precision
from phrase_explorer.foundation.errors import UserFacingError


@pytest.mark.parametrize(
    ("capability", "expected"),
    [("avx512_bf16", torch.bfloat16), ("amx_tile", torch.bfloat16), ("avx2", torch.float32)],
)
def test_bfloat16_is_taken_only_where_the_processor_has_it(capability, expected, monkeypatch):
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: {capability: True})

    assert choose_precision("cpu").dtype == expected


def test_what_is_asked_for_is_given():
    precision = choose_precision("cpu", "float32")

    assert (precision.device.type, precision.dtype) == ("cpu", torch.float32)


def test_an_unknown_number_format_is_refused():
    with pytest.raises(UserFacingError, match="int4"):
        choose_precision("cpu", "int4")
