"""Topic models to compare with, each `(corpus, n_topics, seed) -> topics as lists of term rows, best first`.

All get the same documents cut into the same terms. Embedding models get the same encoder.
"""

from benchmarks.topic_corpora import TopicCorpus
from phrase_explorer.foundation.array_types import FloatArray

Topics = list[list[int]]

LISTED = 10
LDA_ITERATIONS = 500
THREADS = 2


def fit_lda(corpus: TopicCorpus, n_topics: int, seed: int, *, with_phrases: bool) -> Topics:
    """Latent Dirichlet allocation by collapsed Gibbs sampling (tomotopy), over words or over words and phrases."""
    import tomotopy

    model = tomotopy.LDAModel(k=n_topics, seed=seed)
    for tokens in corpus.tokens(with_phrases=with_phrases):
        if tokens:
            model.add_doc([str(row) for row in tokens])
    model.train(LDA_ITERATIONS, workers=THREADS)
    return [[int(word) for word, _ in model.get_topic_words(k, top_n=LISTED)] for k in range(n_topics)]


def fit_bertopic(corpus: TopicCorpus, n_topics: int, seed: int, document_vectors: FloatArray) -> Topics:
    """BERTopic with its documented settings: UMAP to 5 dimensions, HDBSCAN, class-based tf-idf; its outlier topic is left out."""
    from bertopic import BERTopic
    from sklearn.feature_extraction.text import CountVectorizer
    from umap import UMAP

    texts = [" ".join(map(str, tokens)) for tokens in corpus.tokens(with_phrases=True)]
    model = BERTopic(
        umap_model=UMAP(n_neighbors=15, n_components=5, min_dist=0.0, metric="cosine", random_state=seed),
        vectorizer_model=CountVectorizer(analyzer=str.split),
        nr_topics=n_topics + 1,
        embedding_model=None,
        calculate_probabilities=False,
    )
    model.fit(texts, embeddings=document_vectors)
    topics = [[int(word) for word, _ in words if word] for key, words in sorted(model.get_topics().items()) if key >= 0]
    return [topic[:LISTED] for topic in topics]


def warm_up_bertopic(n_dims: int) -> None:
    """Compile what UMAP compiles, so that it counts for no measure."""
    import numpy as np
    from umap import UMAP

    vectors = np.random.default_rng(0).normal(size=(200, n_dims)).astype(np.float32)
    UMAP(n_neighbors=15, n_components=5, metric="cosine", random_state=0).fit(vectors)
