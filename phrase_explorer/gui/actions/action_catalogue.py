"""Every action of the window by name: its words, its place in the menu and its keys. One place, ready for translation."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ActionSpec:
    """One thing that a person can do.

    `needs` says when it can be done: always ("nothing"), with a "project", with terms in the "selection" of a project that is
    "editable", and so on.
    Of the actions of one `choice` one holds. `short` is what a button says. `begins` draws a line above it in the menu.
    """

    name: str
    text: str
    menu: str
    keys: tuple[str, ...] = ()
    needs: str = "project"
    icon: str = ""
    choice: str = ""
    short: str = ""
    begins: bool = False


ACTIONS = (
    ActionSpec("open_folder", "Open a folder of texts…", "File", ("Ctrl+Shift+O",), "nothing"),
    ActionSpec("open_file", "Open a file or archive…", "File", ("Ctrl+O",), "nothing"),
    ActionSpec("open_project", "Open a project…", "File", ("Ctrl+Alt+O",), "nothing"),
    ActionSpec("open_sample", "Try the sample corpus", "File", (), "nothing"),
    ActionSpec("continue_analysis", "Continue the analysis", "File", ("Ctrl+G",), "unfinished", begins=True),
    ActionSpec("export_terms", "Export the terms as CSV…", "File", ("Ctrl+E",), "terms", begins=True),
    ActionSpec("export_lines", "Export the concordance as CSV…", "File", ("Ctrl+Shift+E",), "lines"),
    ActionSpec("export_map", "Export the map as a picture…", "File", ("Ctrl+Alt+E",)),
    ActionSpec("close_project", "Close the project", "File", ("Ctrl+W",), begins=True),
    ActionSpec("choose_projects_folder", "Choose where new projects are made…", "File", (), "nothing"),
    ActionSpec("quit", "Quit", "File", ("Ctrl+Q",), "nothing"),
    ActionSpec("undo", "Undo", "Edit", ("Ctrl+Z",), "undo", "undo"),
    ActionSpec("redo", "Redo", "Edit", ("Ctrl+Shift+Z", "Ctrl+Y"), "redo", "redo"),
    ActionSpec("copy_lines", "Copy the concordance lines", "Edit", ("Ctrl+Shift+C",), "lines", begins=True),
    ActionSpec("select_listed", "Select all terms that are listed", "Edit", ("Ctrl+Shift+A",)),
    ActionSpec("clear_selection", "Clear the selection", "Edit", ("Ctrl+D",), "selection"),
    ActionSpec("save_selection", "Save the selection under a name…", "Edit", ("Ctrl+S",), "editable selection"),
    ActionSpec("select_saved", "Go back to a saved selection…", "Edit", ("Ctrl+Shift+S",), "terms"),
    ActionSpec("find", "Search", "Edit", ("Ctrl+F",), begins=True),
    ActionSpec("hide_terms", "Hide the selected terms", "Terms", ("Ctrl+H",), "editable selection"),
    ActionSpec("restore_terms", "Show the selected terms again", "Terms", ("Ctrl+Shift+H",), "editable selection"),
    ActionSpec("restore_all", "Show every hidden term again", "Terms", (), "editable", begins=True),
    ActionSpec("tag_terms", "Tag the selected terms…", "Terms", ("Ctrl+T",), "editable selection", begins=True),
    ActionSpec("untag_terms", "Remove a tag…", "Terms", ("Ctrl+Shift+T",), "editable selection"),
    ActionSpec("note_term", "Write a note on the term…", "Terms", ("Ctrl+N",), "editable anchor"),
    ActionSpec("copy_terms", "Copy the selected terms", "Terms", ("Ctrl+Alt+C",), "selection", begins=True),
    ActionSpec("show_all_kinds", "Show words and phrases", "View", ("Ctrl+1",), choice="kind", short="All"),
    ActionSpec("show_phrases", "Show phrases only", "View", ("Ctrl+2",), choice="kind", short="Phrases"),
    ActionSpec("show_words", "Show words only", "View", ("Ctrl+3",), choice="kind", short="Words"),
    ActionSpec("fit_map", "Fit the map", "View", ("Ctrl+0",), begins=True),
    ActionSpec("zoom_to_selection", "Zoom to the selection", "View", ("Ctrl+Return",), "selection"),
    ActionSpec("map_back", "Back on the map", "View", ("Alt+Left",)),
    ActionSpec("map_forward", "Forward on the map", "View", ("Alt+Right",)),
    ActionSpec("expand_reader", "Give the reader more room", "View", ("Ctrl+R",), begins=True),
    ActionSpec("go_to_filter", "Filter the terms", "View", ("Ctrl+L",), begins=True),
    ActionSpec("go_to_terms", "Go to the terms", "View", ("Alt+1",)),
    ActionSpec("go_to_map", "Go to the map", "View", ("Alt+2",)),
    ActionSpec("go_to_side", "Go to the neighbours", "View", ("Alt+3",)),
    ActionSpec("go_to_corpus", "See what was read and left out", "View", ("Alt+6",)),
    ActionSpec("go_to_lines", "Go to the concordance", "View", ("Alt+4",)),
    ActionSpec("go_to_reader", "Go to the reader", "View", ("Alt+5",)),
    ActionSpec("theme_system", "Theme: as the desktop", "View", (), "nothing", choice="theme", begins=True),
    ActionSpec("theme_light", "Theme: light", "View", (), "nothing", choice="theme"),
    ActionSpec("theme_dark", "Theme: dark", "View", (), "nothing", choice="theme"),
    ActionSpec("reset_layout", "Reset the panels", "View", (), "nothing", begins=True),
    ActionSpec("command_palette", "Do anything by its name…", "Help", ("Ctrl+K",), "nothing"),
    ActionSpec("menu", "Open the menu", "Help", ("F10",), "nothing"),
    ActionSpec("shortcuts", "Keyboard shortcuts", "Help", ("F1",), "nothing"),
    ActionSpec("cancel", "Cancel the running work", "Help", ("Ctrl+.",), "task", begins=True),
)
