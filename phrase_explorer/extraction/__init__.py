"""Documents -> vocabulary and mentions. The only home of spaCy, which is imported when the work starts."""

from phrase_explorer.domain.ledger import Ledger, LedgerEntry
from phrase_explorer.extraction.language_check import choose_method, detect_unfit_language
from phrase_explorer.extraction.options import ExtractionOptions, pipeline_fingerprint
from phrase_explorer.extraction.processes import count_processes
from phrase_explorer.extraction.shard_extraction import extract_shard
from phrase_explorer.extraction.shard_merging import merge_shards
from phrase_explorer.extraction.shard_terms import ShardTerms

__all__ = [
    "ExtractionOptions",
    "Ledger",
    "LedgerEntry",
    "ShardTerms",
    "choose_method",
    "count_processes",
    "detect_unfit_language",
    "extract_shard",
    "merge_shards",
    "pipeline_fingerprint",
]
