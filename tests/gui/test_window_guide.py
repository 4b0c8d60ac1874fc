from pathlib import Path

from phrase_explorer.gui.actions.action_catalogue import ACTIONS

GUIDE = Path(__file__).parents[2] / "docs" / "window.md"


def test_the_guide_lists_every_action_with_its_keys():
    guide = GUIDE.read_text(encoding="utf-8")

    missing = [
        spec.name
        for spec in ACTIONS
        if f"| {spec.text.rstrip('…')} | {', '.join(f'`{keys}`' for keys in spec.keys) or 'menu'} |" not in guide
    ]

    assert missing == []
