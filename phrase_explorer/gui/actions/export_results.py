"""Take results out: the concordance as CSV, terms as CSV, the map as a picture. Files are written off the GUI thread."""

import csv
from io import StringIO
from pathlib import Path

from PySide6.QtGui import QImage

from phrase_explorer.foundation.errors import UserFacingError
from phrase_explorer.foundation.progress import Progress
from phrase_explorer.gui.actions.read_corpus import LinePages
from phrase_explorer.gui.session import ProjectSession
from phrase_explorer.gui.tasks.background_task import BackgroundTask
from phrase_explorer.gui.tasks.task_runner import TaskRunner

LINE_COLUMNS = ("document", "title", "start", "end", "left", "match", "right")


def start_line_export(runner: TaskRunner, pages: LinePages, path: Path) -> BackgroundTask:
    """Start writing every line of a concordance; the path arrives when it is done."""

    def work(progress: Progress) -> Path:
        from phrase_explorer.workflows.export_project import write_export

        table = StringIO(newline="")
        writer = csv.writer(table)
        writer.writerow(LINE_COLUMNS)
        for line in pages.all_lines(progress):
            writer.writerow((line.key, line.title, line.start, line.end, line.left, line.match, line.right))
        write_export(path, table.getvalue().encode("utf-8-sig", errors="replace"))
        return path

    return runner.start(work, label="Exporting the concordance", lane="compute")


def start_term_export(session: ProjectSession, runner: TaskRunner, path: Path) -> BackgroundTask | None:
    """Start writing the terms with counts, positions and what was said of them; the path arrives when it is done."""
    project = session.project
    if project is None or session.vocabulary is None:
        return None

    def work(_progress: Progress) -> Path:
        from phrase_explorer.workflows.export_project import export_terms_csv

        export_terms_csv(project, path, byte_order_mark=True)
        return path

    return runner.start(work, label="Exporting the terms", lane="compute")


def start_picture_export(runner: TaskRunner, picture: QImage, path: Path) -> BackgroundTask:
    """Start writing a picture; the path arrives when it is done."""

    def work(_progress: Progress) -> Path:
        if not picture.save(str(path)):
            raise UserFacingError(f"The picture could not be written to '{path}'; choose another folder.")
        return path

    return runner.start(work, label="Exporting the picture", lane="compute")
