import json

import pytest

from phrase_explorer.domain.ledger import Ledger, LedgerEntry


def test_a_ledger_survives_json():
    ledger = Ledger((LedgerEntry("rare", 3, 4, ("a", "b"), "Too rare."),), ("One note.",))

    assert Ledger.from_json(json.loads(json.dumps(ledger.to_json()))) == ledger


def test_an_entry_is_found_by_its_rule():
    ledger = Ledger((LedgerEntry("rare", 3, 4, (), ""),))

    assert ledger.entry("rare") is ledger.entries[0]
    assert ledger.entry("numbers") is None


def test_something_else_is_refused():
    with pytest.raises(ValueError, match="not a ledger"):
        Ledger.from_json({"entries": [{}], "notes": []})
