"""Short names for the array types that docstrings speak of."""

from typing import Any

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float32]
Float64Array = npt.NDArray[np.float64]
Int32Array = npt.NDArray[np.int32]
Int64Array = npt.NDArray[np.int64]
UInt8Array = npt.NDArray[np.uint8]
BoolArray = npt.NDArray[np.bool_]
AnyArray = npt.NDArray[Any]  # Any: for code that moves arrays without looking into them


def read_only(array: npt.NDArray[Any]) -> npt.NDArray[Any]:  # Any: any dtype in, the same dtype out
    """Give a view of `array` that cannot be written through."""
    view = array.view()
    view.flags.writeable = False
    return view
