from phrase_explorer.readers.mail_message import split_post, without_attachments

HEADER = "From: ann@example.org\nSubject: tea\nDate: 2 Apr 93 20:57:33 GMT\n"


def test_header_lines_that_go_on_are_joined():
    post = split_post(HEADER + "Organization: The Long\n\tName\n\nBody.\n")

    assert post is not None
    assert (post["organization"], post["text"]) == ("The Long Name", "Body.\n")


def test_three_telling_lines_make_a_header_and_two_do_not():
    assert split_post(HEADER + "\nBody.") is not None
    assert split_post("From: a\nSubject: b\n\nBody.") is None


def test_a_line_that_is_no_header_makes_it_prose():
    assert split_post(HEADER + "and then she said\n\nBody.") is None


def test_a_header_without_a_body_is_left_as_it_is():
    assert split_post(HEADER.rstrip("\n")) is None


def test_uuencoded_lines_go_with_or_without_their_frame():
    lines = ("M" + "#" * 60 + "\n") * 4

    assert without_attachments(f"Before.\nbegin 644 a.gif\n{lines}`\nend\nAfter.") == "Before.\nAfter."
    assert without_attachments(f"Before.\n{lines}After all, this stays.") == "Before.\nAfter all, this stays."
    assert without_attachments("M is a letter.\nSo is N.\n") == "M is a letter.\nSo is N.\n"
