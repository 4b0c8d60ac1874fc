import hashlib
import re

from phrase_explorer.foundation.resource_paths import resource_path


def test_the_model_card_lists_every_file_with_its_hash():
    folder = resource_path("spacy")
    card = (folder / "README.md").read_text(encoding="utf-8")

    listed = dict(re.findall(r"\| `(en_core_web_sm/\S+)` \| [\d,]+ \| `([0-9a-f]{64})` \|", card))

    files = {path.relative_to(folder).as_posix(): path for path in folder.glob("en_core_web_sm/**/*") if path.is_file()}
    assert listed == {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files.items()}
