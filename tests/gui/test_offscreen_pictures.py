import pytest
from PySide6.QtGui import QImage

from phrase_explorer.domain.term_key import TermKey
from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.gui.offscreen_pictures import check_drawing, render_map_png
from phrase_explorer.project.commands import HideTerms
from phrase_explorer.project.project import Project
from tests.project_builder import build_project


def test_the_map_of_a_project_is_a_picture_of_the_size_asked_for(qapp, tmp_path):
    with Project.open(build_project(tmp_path / "p.phrasemap"), read_only=True) as project:
        picture = QImage.fromData(render_map_png(project, 300, 200, dark=True), "PNG")

    assert (picture.width(), picture.height()) == (300, 200)
    assert picture.pixelColor(1, 1).lightness() < 80


def test_hidden_terms_are_not_drawn(qapp, tmp_path):
    with Project.open(build_project(tmp_path / "p.phrasemap")) as project:
        shown = render_map_png(project, 300, 200)
        project.history.do(HideTerms([TermKey("war", "word")]))

        assert render_map_png(project, 300, 200) != shown


def test_a_project_without_a_map_says_what_to_run(qapp, tmp_path):
    with Project.create(tmp_path / "p.phrasemap") as project, pytest.raises(UserFacingError, match="analyse"):
        render_map_png(project, 300, 200)


def test_the_check_says_what_qt_draws_with(qapp):
    assert check_drawing() == "Qt draws (offscreen)"
