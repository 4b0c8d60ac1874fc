"""A data folder and an encoder so small that the whole training runs in seconds."""

import gzip
import json
from pathlib import Path

import torch
from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer
from tokenizers.processors import TemplateProcessing
from transformers import BertConfig, BertModel

WORDS = """
    law school of art night train bus car automobile motorcar street road big red small dog cat house garden fever cough
    disease a the who is for people study place where
""".split()  # noqa: SIM905 (reads better than a list)


def build_encoder(folder: Path) -> Path:
    """Write a random two-layer BERT of 16 dimensions with a word-level vocabulary as an encoder folder."""
    vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS, *(f"##{c}" for c in "abcdefghijklmnopqrstuvwxyz"),
                  *"abcdefghijklmnopqrstuvwxyz"]  # fmt: skip
    tokens = {token: i for i, token in enumerate(dict.fromkeys(vocabulary))}
    tokenizer = Tokenizer(WordPiece(tokens, unk_token="[UNK]"))
    tokenizer.normalizer = BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = BertPreTokenizer()
    ends = [("[CLS]", tokens["[CLS]"]), ("[SEP]", tokens["[SEP]"])]
    tokenizer.post_processor = TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=ends)
    tokenizer.add_special_tokens(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"])
    folder.mkdir(parents=True)
    tokenizer.save(str(folder / "tokenizer.json"))
    (folder / "tokenizer_config.json").write_text(
        json.dumps(
            {
                "tokenizer_class": "PreTrainedTokenizerFast",
                "model_max_length": 32,
                "mask_token": "[MASK]",
                "pad_token": "[PAD]",
                "unk_token": "[UNK]",
            }
        )
    )
    (folder / "sentence_bert_config.json").write_text(json.dumps({"max_seq_length": 32, "do_lower_case": False}))
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=len(tokens), hidden_size=16, num_hidden_layers=2, num_attention_heads=2, intermediate_size=32,
        max_position_embeddings=32,
    )  # fmt: skip
    BertModel(config).save_pretrained(folder)
    return folder


def build_data_folder(folder: Path) -> Path:
    """Write WordNet, PPDB, ontologies, Roget, text and two evaluation sets of a few rows each."""
    header = "synset\tpos\tlexfile\tmembers\tdefinition\texamples\thypernyms\tsimilar\n"
    synsets = [
        "1-n\tn\tnoun.group\tlaw school;law faculty;jurisprudence\ta place where people study the law\t\t9-n\t",
        "2-n\tn\tnoun.group\tart school;academy\ta place where people study art\t\t9-n\t",
        "3-n\tn\tnoun.artifact\tcar;automobile;motorcar\ta motor vehicle; usually with four wheels\t\t8-n\t",
        "4-n\tn\tnoun.artifact\tnight train;sleeper\ta train for the night\t\t8-n\t",
        "5-n\tn\tnoun.artifact\tdouble star;binary\ttwo stars\t\t8-n\t",
        "6-n\tn\tnoun.artifact\tstreet;road\ta way\t\t8-n\t",
        "7-n\tn\tnoun.artifact\thouse;dwelling\ta building\t\t8-n\t",
    ]
    _gzip(folder / "paraphrase/open_english_wordnet/synsets.tsv.gz", header + "".join(line + "\n" for line in synsets))
    pairs = "word1\tword2\ndwelling\thouse\nfeline\tcat\nhound\tdog\ntiny\tsmall\nsmall\tsmaller\n"
    _gzip(folder / "paraphrase/ppdb_lexical_mwa/ppdb_lexical_pairs.tsv.gz", pairs)
    concepts = "id\tname\tsynonym\tscope\n" + "".join(
        f"D:{i}\tred fever {i}\tbig cough {i}\tEXACT\n" for i in range(20)
    )
    _write(folder / "paraphrase/disease_ontology/doid_synonyms.tsv", concepts)
    _write(folder / "paraphrase/cell_ontology/cl_synonyms.tsv", "id\tname\tsynonym\tscope\n")
    _write(
        folder / "paraphrase/roget_1911/roget.txt", "     #1. Motion.-- N. street, road, lane; big dog, small hound.\n"
    )
    text = "the night train left. the red car of the law school stood by the big house. " * 5
    _write(folder / "train/books/small.jsonl", json.dumps({"id": "1", "text": text}) + "\n")
    turney = "bigram\tanswer\tcomponent1\tcomponent2\tdistractor1\tdistractor2\tdistractor3\tdistractor4\n"
    _write(folder / "eval/turney_2012/turney.tsv", turney + "double star\tbinary\tdouble\tstar\tdog\tcat\tcar\troad\n")
    _write(
        folder / "eval/word_similarity/men.tsv", "word1\tword2\tsimilarity\nhound\tdog\t5\ncar\tdog\t1\nroad\tcat\t2\n"
    )
    return folder


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _gzip(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.write(text)
