"""The phrase-based neural topic model: a denoising autoencoder whose code is a mixture of topics.

Wang, Thompson and Iyyer 2021, "Phrase-BERT", section 5, after the relation network of Iyyer et al. 2016. A document vector passes
dropout, a bottleneck with ReLU, dropout and a linear layer (no ReLU behind it: topics and documents have both signs) and becomes
a query; its softmax over K topics weighs unit topic vectors into a reconstruction.
"""

from typing import TYPE_CHECKING

from phrase_explorer.foundation.array_types import FloatArray
from phrase_explorer.topic_modeling.fit_options import FitOptions

if TYPE_CHECKING:
    from torch import Generator, Tensor

LAYER_NAMES = ("reduce.weight", "reduce.bias", "expand.weight", "expand.bias")


class TopicAutoencoder:
    """Parameters by name, and the passes over them; the names are those of the stored file."""

    def __init__(self, parameters: "dict[str, Tensor]", options: FitOptions) -> None:
        self.parameters = parameters
        self.options = options

    @classmethod
    def initial(
        cls, topic_vectors: FloatArray, options: FitOptions, generator: "Generator", device: str = "cpu"
    ) -> "TopicAutoencoder":
        """Start from the given topic vectors (n_topics, n_dims); layers are drawn uniformly as torch's own linear layers are."""
        import torch

        n_dims = int(topic_vectors.shape[1])
        parameters = {"topics": torch.from_numpy(topic_vectors.copy())}
        for name, n_in, n_out in (("reduce", n_dims, options.bottleneck), ("expand", options.bottleneck, n_dims)):
            bound = n_in**-0.5
            parameters[f"{name}.weight"] = (torch.rand(n_out, n_in, generator=generator) * 2 - 1) * bound
            parameters[f"{name}.bias"] = (torch.rand(n_out, generator=generator) * 2 - 1) * bound
        return cls({name: tensor.to(device).requires_grad_() for name, tensor in parameters.items()}, options)

    def unit_topics(self) -> "Tensor":
        """Give the topics with rows of unit length, (n_topics, n_dims)."""
        from torch.nn import functional

        return functional.normalize(self.parameters["topics"], dim=1)

    def queries(self, documents: "Tensor", generator: "Generator | None" = None) -> "Tensor":
        """Encode documents (n, n_dims) into queries (n, n_dims); with a generator, dropout is on."""
        import torch

        reduced = self._drop(documents, generator) @ self.parameters["reduce.weight"].T  # (n, bottleneck)
        hidden = torch.relu(reduced + self.parameters["reduce.bias"])
        return self._drop(hidden, generator) @ self.parameters["expand.weight"].T + self.parameters["expand.bias"]

    def mixtures(self, documents: "Tensor", generator: "Generator | None" = None) -> "Tensor":
        """Give each document's mixture over topics, (n, n_topics), rows sum to 1."""
        import torch
        from torch.nn import functional

        queries = self.queries(documents, generator)
        if self.options.sharpness is not None:
            queries = functional.normalize(queries, dim=1) * self.options.sharpness
        return torch.softmax(queries @ self.unit_topics().T, dim=1)

    def reconstructions(self, documents: "Tensor", generator: "Generator | None" = None) -> "Tensor":
        """Give the weighted sums of unit topic vectors that stand for the documents, (n, n_dims)."""
        return self.mixtures(documents, generator) @ self.unit_topics()

    def _drop(self, values: "Tensor", generator: "Generator | None") -> "Tensor":
        import torch

        if generator is None or self.options.dropout == 0:
            return values
        keep = 1.0 - self.options.dropout
        mask = torch.rand(values.shape, generator=generator, device=values.device) < keep
        return values * mask / keep


def hinge_loss(reconstructions: "Tensor", documents: "Tensor", negatives: "Tensor", margin: float) -> "Tensor":
    """Ask that a reconstruction be nearer to its document than to the negative, by `margin` in cosine; the mean over documents.

    All three have shape (n, n_dims). The margin is used as given (the published code fixed it at 1).
    """
    import torch
    from torch.nn import functional

    to_document = functional.cosine_similarity(reconstructions, documents, dim=1)
    to_negative = functional.cosine_similarity(reconstructions, negatives, dim=1)
    return torch.clamp(margin + to_negative - to_document, min=0).mean()


def orthogonality_loss(topics: "Tensor") -> "Tensor":
    """Give ``||X X' - I||^2`` for topics (n_topics, n_dims) normalised per row: 0 when no two topics share a direction."""
    import torch
    from torch.nn import functional

    unit = functional.normalize(topics, dim=1)
    products = unit @ unit.T  # (n_topics, n_topics)
    return ((products - torch.eye(len(topics), device=topics.device)) ** 2).sum()


def unevenness(mixtures: "Tensor") -> "Tensor":
    """Give how far the mean of mixtures (n, n_topics) is from even, 0 to 1: one minus its entropy's share of the largest.

    Keeps topics from dying out: without it the softmax of small corpora leaves some topics to no document.
    """
    import math

    import torch

    mean = mixtures.mean(dim=0)
    if len(mean) < 2:
        return torch.zeros((), device=mean.device)
    return 1 + (mean * torch.log(mean.clamp_min(1e-9))).sum() / math.log(len(mean))
