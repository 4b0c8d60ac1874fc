"""What a reader is told about one reading, and the encodings that it found on the way."""

from collections import Counter
from dataclasses import dataclass, field

from phrase_explorer.readers.input_files import CountBytes, InputFile
from phrase_explorer.readers.text_decoding import DetectedEncoding, detect_encoding

SAMPLE_BYTES = 32 << 20
"""A first look does not search more of a file for its encoding."""


@dataclass
class ReadSettings:
    """What a reader is told, and the encodings that it found.

    Parameters
    ----------
    encoding, text_column
        What the person asked for.
    sample_characters
        Set for a first look: a document need not be given beyond it.
    encodings
        Filled while reading, by file name, so that the detection runs once per file.
    on_bytes, on_scan
        Told how many bytes of the source were consumed, and how many were looked through for their encoding.
    remarks
        Counts, over the whole corpus, what readers did to many files alike: a sentence with "{n}" in it.
    """

    encoding: str | None = None
    text_column: str | None = None
    sample_characters: int | None = None
    encodings: dict[str, DetectedEncoding] = field(default_factory=dict)
    on_bytes: CountBytes | None = None
    on_scan: CountBytes | None = None
    remarks: Counter[str] = field(default_factory=Counter)

    def encoding_of(self, file: InputFile) -> DetectedEncoding:
        """Give the encoding of a file, detected once per reading. Raises as `detect_encoding`."""
        if file.name not in self.encodings:
            max_bytes = None if self.sample_characters is None else SAMPLE_BYTES
            self.encodings[file.name] = detect_encoding(file, self.encoding, max_bytes=max_bytes, on_bytes=self.on_scan)
        return self.encodings[file.name]
