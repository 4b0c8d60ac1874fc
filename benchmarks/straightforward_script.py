"""The script a user would write without us: spaCy, sentence-transformers and umap with their defaults, start to end.

The bundled weights are stored in half precision, which the peer would be slow to compute in: it gets them as float32.

Run as ``python -m benchmarks.straightforward_script DOCUMENTS.jsonl OUTPUT.npz MIN_COUNT``; `benchmarks.main_path` measures it.
"""

import json
import sys
from collections import Counter
from pathlib import Path

import numpy as np

from phrase_explorer.foundation.resource_paths import resource_path

CONTENT = {"NOUN", "PROPN", "ADJ", "VERB"}


def main(documents: Path, output: Path, min_count: int) -> None:
    """Read, parse, count, encode, lay out, save."""
    import spacy
    import umap
    from sentence_transformers import SentenceTransformer

    texts = [json.loads(line)["text"] for line in documents.read_text(encoding="utf-8").splitlines()]
    counts: Counter[str] = Counter()
    for doc in spacy.load(resource_path("spacy", "en_core_web_sm")).pipe(texts):
        counts.update(chunk.text.lower() for chunk in doc.noun_chunks)
        counts.update(token.lemma_.lower() for token in doc if token.pos_ in CONTENT and token.is_alpha)
    terms = [term for term, count in counts.items() if count >= min_count]
    encoder = SentenceTransformer(str(resource_path("encoder")), model_kwargs={"dtype": "float32"})
    vectors = encoder.encode(terms)
    positions = umap.UMAP().fit_transform(vectors)
    np.savez(output, terms=np.array(terms), vectors=vectors, positions=positions)
    print(f"{len(terms)} terms", file=sys.stderr)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
