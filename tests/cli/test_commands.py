import csv


def test_search_gives_the_fields_of_the_table(run_program, project_folder):
    outcome = run_program("search", project_folder, "public debt", "--top", "2", "--json")

    assert outcome.json_lines == [
        {"term": "public debt", "kind": "phrase", "count": 2, "documents": 2, "score": 1.0},
        {"term": "national debt", "kind": "phrase", "count": 1, "documents": 1, "score": 0.96},
    ]
    assert outcome.err == ""


def test_search_that_finds_nothing_ends_with_0_and_says_so(run_program, project_folder):
    outcome = run_program("search", project_folder, "zebra", "--exact", "--json")

    assert (outcome.code, outcome.out) == (0, "")
    assert "No term" in outcome.err


def test_concordance_gives_the_fields_of_the_table(run_program, project_folder):
    outcome = run_program("concordance", project_folder, "peace", "--json", "--quiet")

    assert outcome.json_lines == [
        {
            "document": "1793",
            "start": 0,
            "end": 5,
            "left": "",
            "match": "Peace",
            "right": ", not war. The public debt fell.",
        }
    ]
    assert outcome.err == ""


def test_concordance_lines_up_the_matches(run_program, project_folder):
    outcome = run_program("concordance", project_folder, "debt", "--quiet")

    columns = {line.index("[") for line in outcome.out.splitlines()}
    assert len(columns) == 1


def test_right_to_left_lines_are_isolated_field_by_field(run_program, project_folder):
    outcome = run_program("concordance", project_folder, "سلام", "--quiet")

    assert outcome.out.count("\u2068") == outcome.out.count("\u2069") == 3


def test_info_is_one_json_line_with_the_fields_of_the_table(run_program, project_folder):
    facts = run_program("info", project_folder, "--json").json_lines

    assert len(facts) == 1
    assert {"documents", "words", "terms", "stages", "models", "skipped", "dropped"} <= facts[0].keys()


def test_info_for_a_person_names_what_was_left_out(run_program, project_folder):
    out = run_program("info", project_folder).out

    assert "4 documents" in out
    assert "notes.bin : It is not text." in out or "notes.bin: It is not text." in out
    assert "“answer”" in out


def test_export_writes_the_table_and_gives_its_path(run_program, project_folder, tmp_path):
    path = tmp_path / "terms.csv"

    outcome = run_program("export", project_folder, "--to", "csv", "-o", path, "--json")

    assert outcome.json_lines == [{"path": str(path)}]
    with path.open(encoding="utf-8", newline="") as file:
        assert len(list(csv.DictReader(file))) == 5


def test_export_refuses_a_picture_without_pixels(run_program, project_folder, tmp_path):
    outcome = run_program("export", project_folder, "--to", "png", "-o", tmp_path / "map.png", "--width", "0")

    assert outcome.code == 2
