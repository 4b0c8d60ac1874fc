from pathlib import Path

from phrase_explorer.gui.preferences import MAX_RECENT, Preferences


def test_the_latest_project_comes_first_and_only_once(preferences: Preferences, tmp_path: Path):
    folders = [tmp_path / f"{name}.phrasemap" for name in ("one", "two")]
    for folder in [*folders, folders[0]]:
        folder.mkdir(exist_ok=True)
        preferences.remember_project(folder)

    assert [recent.name for recent in preferences.recent_projects] == ["one", "two"]


def test_projects_that_are_gone_are_not_offered(preferences: Preferences, tmp_path: Path):
    preferences.remember_project(tmp_path / "gone.phrasemap")

    assert preferences.recent_projects == []


def test_the_list_of_recent_projects_stays_short(preferences: Preferences, tmp_path: Path):
    for number in range(MAX_RECENT + 3):
        folder = tmp_path / f"{number}.phrasemap"
        folder.mkdir()
        preferences.remember_project(folder)

    assert len(preferences.recent_projects) == MAX_RECENT


def test_the_same_corpus_goes_back_into_its_project(preferences: Preferences, tmp_path: Path):
    source = tmp_path / "speeches"
    folder = preferences.project_folder_for(source)
    preferences.remember_project_of(source, folder)
    folder.mkdir(parents=True)

    assert preferences.project_folder_for(source) == folder


def test_another_corpus_of_the_same_name_gets_a_project_of_its_own(preferences: Preferences, tmp_path: Path):
    preferences.project_folder_for(tmp_path / "speeches").mkdir(parents=True)

    assert preferences.project_folder_for(tmp_path / "other" / "speeches.csv").name == "speeches 2.phrasemap"


def test_an_unknown_stored_theme_falls_back_to_the_desktop(preferences: Preferences):
    preferences._settings.setValue("theme", "plaid")

    assert preferences.theme == "system"
