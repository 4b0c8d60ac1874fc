import pytest

from phrase_explorer.encoding.encoder import Encoder
from phrase_explorer.foundation.resource_paths import resource_path


@pytest.fixture(scope="session")
def float32_encoder():
    return Encoder.load(device="cpu", dtype="float32")


@pytest.fixture(scope="session")
def reference_vectors():
    """Give a function that encodes texts with sentence-transformers in float32."""
    sentence_transformers = pytest.importorskip("sentence_transformers")
    peer = sentence_transformers.SentenceTransformer(
        str(resource_path("encoder")), device="cpu", local_files_only=True, model_kwargs={"dtype": "float32"}
    )
    return lambda texts: peer.encode(list(texts), show_progress_bar=False)
