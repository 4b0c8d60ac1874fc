"""Which files of a corpus are read, and by which reader."""

from dataclasses import dataclass
from pathlib import Path

from phrase_explorer.domain.document import SkippedItem
from phrase_explorer.readers.format_registry import reader_for
from phrase_explorer.readers.input_files import InputFile, iterate_input_files
from phrase_explorer.readers.record import FormatReader

DESCRIPTION_NAMES = frozenset(
    {"readme", "license", "licence", "copying", "notice", "changelog", "changes", "datasheet"}
)
"""Files that tell about the tables beside them and are no part of the collection."""


ADVICE = {
    **dict.fromkeys((".doc", ".rtf", ".odt", ".pages", ".wpd"), "save them as .docx or .txt"),
    **dict.fromkeys((".xls", ".ods", ".numbers"), "save them as .xlsx or .csv"),
    **dict.fromkeys((".ppt", ".pptx", ".odp", ".key"), "save them as .pdf"),
    **dict.fromkeys((".mobi", ".azw", ".azw3"), "convert them to .epub"),
    **dict.fromkeys((".msg", ".mbox", ".pst"), "export the messages as .eml"),
    **dict.fromkeys((".rar", ".7z", ".bz2", ".xz"), "unpack them or make a .zip"),
    **dict.fromkeys((".rds", ".rdata", ".sav", ".dta", ".pkl", ".pickle", ".feather"), "save them as .csv or .parquet"),
}
"""What to do with types that are not read even when opened by themselves."""


@dataclass(frozen=True)
class FileSelection:
    """What decides over a file: whether it is all there is, and which folders hold tables."""

    is_only_file: bool
    table_folders: frozenset[str]

    def reader_of(self, file: InputFile) -> FormatReader | SkippedItem:
        """Give the reader of a file, or why it is not read."""
        if file.suffix in ADVICE:
            return SkippedItem(file.name, "", f"Files of type '{file.suffix}' are not read; {ADVICE[file.suffix]}.")
        reader = reader_for(file, is_only_file=self.is_only_file)
        if reader is None:
            kind = f"Files of type '{file.suffix}'" if file.suffix else "Files without a suffix"
            return SkippedItem(file.name, "", f"{kind} are not read.")
        is_description = reader.holds == "document" and file.stem.casefold() in DESCRIPTION_NAMES
        if is_description and not self.is_only_file and file.folder in self.table_folders:
            return SkippedItem(file.name, "", "It describes the tables beside it; open it by itself to read it.")
        return reader


def select_files(path: Path) -> FileSelection:
    """Look at the names behind a path."""
    if path.is_file() and path.suffix.lower() != ".zip":
        return FileSelection(True, frozenset())
    table_folders = set()
    for file in iterate_input_files(path):
        if isinstance(file, InputFile):
            reader = reader_for(file, is_only_file=False)
            if reader is not None and reader.holds == "records":
                table_folders.add(file.folder)
    return FileSelection(False, frozenset(table_folders))
