"""PDF: the text of all pages. Lines that were broken for the page are joined again; a scanned page has no text to give."""

import logging
import re
from typing import Literal

from phrase_explorer.domain.document import NOTE_FORMAT, SourceNote
from phrase_explorer.readers.foreign_parsers import PARSER_ERRORS, damaged
from phrase_explorer.readers.input_files import InputFile
from phrase_explorer.readers.read_settings import ReadSettings
from phrase_explorer.readers.reader_errors import DamagedFileError
from phrase_explorer.readers.record import Record, RecordStream

_HYPHEN_AT_LINE_END = re.compile(r"(?<=[a-zà-ÿ])[-\u00ad]\n(?=[a-zà-ÿ])")
_LINE_WITHIN_SENTENCE = re.compile(r"(?<=[\w,;’'\")])[ \t]*\n(?=[a-zà-ÿ(])")


class PdfReader:
    """Give a document's text as one record."""

    name = "PDF"
    suffixes: tuple[str, ...] = (".pdf",)
    holds: Literal["document", "records"] = "document"

    def read(self, file: InputFile, settings: ReadSettings) -> RecordStream:
        """Yield the one record, and a note on pages without text. Raises `DamagedFileError`."""
        import pypdf

        logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it warns of every font and object that it works around
        with file.open_seekable(settings.on_bytes) as stream:
            try:
                document = pypdf.PdfReader(stream, strict=False)
                if document.is_encrypted and not document.decrypt(""):
                    raise DamagedFileError("it is encrypted; save it without a password first")
                pages = [page.extract_text() or "" for page in document.pages]
            except (*PARSER_ERRORS, pypdf.errors.PyPdfError) as error:
                raise damaged(error, "PDF") from error
        n_without_text = sum(not page.strip() for page in pages)
        if n_without_text:
            yield SourceNote(
                file.name,
                NOTE_FORMAT,
                f"{n_without_text:,} of its {len(pages):,} pages hold no text (scans or pictures).",
            )
        yield Record("", {"text": join_lines("\n\n".join(page.strip() for page in pages))})


def join_lines(text: str) -> str:
    """Join words hyphenated at a line's end, and lines where a sentence surely goes on."""
    text = _HYPHEN_AT_LINE_END.sub("", text)
    return _LINE_WITHIN_SENTENCE.sub(" ", text)
