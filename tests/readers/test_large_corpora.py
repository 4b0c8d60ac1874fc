"""A corpus larger than the memory that reading may take. Slow: each writes some sixty megabytes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="measures memory the POSIX way")]

N_DOCUMENTS = 60_000
TEXT = "Some words of a document that is neither long nor short, again and again. " * 14
# Linux hands ru_maxrss of the parent on to a child; VmHWM is the child's own.
READ_AND_MEASURE = """
import re, resource, sys
from pathlib import Path
from phrase_explorer.readers import open_corpus
from phrase_explorer.storage.corpus_database import CorpusDatabase
source = open_corpus(Path(sys.argv[1]))
with CorpusDatabase.create(Path(sys.argv[2]), source.columns, source.items()) as database:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    if sys.platform == "linux":
        peak = re.search("VmHWM:\\s+([0-9]+)", Path("/proc/self/status").read_text())[1]
    print(database.n_documents, peak)
"""


def read_in_a_process_of_its_own(path: Path) -> tuple[int, float]:
    """Give (documents, peak memory in MB)."""
    command = [sys.executable, "-c", READ_AND_MEASURE, str(path), str(path.with_name("corpus.sqlite"))]
    finished = subprocess.run(command, cwd=Path.cwd(), check=True, capture_output=True, text=True)
    n_documents, peak = finished.stdout.split()
    return int(n_documents), int(peak) / (1_000_000 if sys.platform == "darwin" else 1_000)


def test_a_list_on_one_line_of_json_is_streamed(tmp_path):
    path = tmp_path / "one_line.json"
    with path.open("w") as file:
        file.write('{"version": 1, "records": [')
        for number in range(N_DOCUMENTS):
            file.write(("," if number else "") + json.dumps({"id": number, "text": f"{number} {TEXT}"}))
        file.write("]}")
    assert path.stat().st_size > 60_000_000

    n_documents, peak_mb = read_in_a_process_of_its_own(path)

    assert n_documents == N_DOCUMENTS
    assert peak_mb < 200


def test_a_table_is_streamed(tmp_path):
    path = tmp_path / "rows.csv"
    with path.open("w") as file:
        file.write("id,text\n")
        file.writelines(f"{number},{number} {TEXT.replace(',', '')}\n" for number in range(N_DOCUMENTS))
    assert path.stat().st_size > 60_000_000

    n_documents, peak_mb = read_in_a_process_of_its_own(path)

    assert n_documents == N_DOCUMENTS
    assert peak_mb < 200


def test_fifty_megabytes_of_prose_on_one_line_are_one_document(tmp_path):
    path = tmp_path / "prose.txt"
    path.write_text(TEXT * (50_000_000 // len(TEXT)))

    n_documents, peak_mb = read_in_a_process_of_its_own(path)

    assert n_documents == 1
    assert peak_mb < 600
