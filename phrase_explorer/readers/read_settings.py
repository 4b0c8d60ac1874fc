"""What a reader is told about one reading, and the encodings that it found on the way."""

from collections import Counter
from dataclasses import dataclass, field

from phrase_explorer.readers.input_files import CountBytes, InputFile
from phrase_explorer.readers.text_decoding import DetectedEncoding, detect_encoding


@dataclass
class ReadSettings:
    """What a reader is told, and the encodings that it found.

    `encodings` is filled while reading, by file name, so that the detection runs once per file. `on_bytes` is told how many
    bytes of the source were consumed. A first look sets `sample_characters`, and a document need not be given beyond it;
    `text_column` is what the person asked for. `remarks` counts, over the whole corpus, what readers did to many files alike:
    a sentence with "{n}" in it.
    """

    encoding: str | None = None
    text_column: str | None = None
    sample_characters: int | None = None
    encodings: dict[str, DetectedEncoding] = field(default_factory=dict)
    on_bytes: CountBytes | None = None
    remarks: Counter[str] = field(default_factory=Counter)

    def encoding_of(self, file: InputFile) -> DetectedEncoding:
        """Give the encoding of a file, detected once per reading. Raises as `detect_encoding`."""
        if file.name not in self.encodings:
            self.encodings[file.name] = detect_encoding(file, self.encoding)
        return self.encodings[file.name]
