"""Load the spaCy pipeline with the components that words and noun phrases need, and no others."""

import logging
from typing import Any

from phrase_explorer.extraction.options import UNUSED_COMPONENTS, ExtractionOptions, pipeline_path

logger = logging.getLogger(__name__)


def load_pipeline(options: ExtractionOptions) -> Any:  # Any: spaCy's Language has no types
    """Load the bundled pipeline, or the one that `options` name, from its folder.

    Raises
    ------
    UserFacingError
        If there is no such pipeline.
    """
    import spacy

    folder = pipeline_path(options)
    pipeline = spacy.load(folder, exclude=list(UNUSED_COMPONENTS))
    _use_fast_products(pipeline)
    logger.debug("loaded pipeline %s with %s", pipeline.meta.get("name"), ", ".join(pipeline.pipe_names))
    return pipeline


def _use_fast_products(pipeline: Any) -> None:
    """Let numpy's own BLAS multiply the matrices of the networks: three times as fast here as the library spaCy brings."""
    from thinc.api import Model, NumpyOps

    numpy_products = NumpyOps(use_blis=False)
    for _, component in pipeline.pipeline:
        model = getattr(component, "model", None)
        if isinstance(model, Model):
            for node in model.walk():
                node.ops = numpy_products
