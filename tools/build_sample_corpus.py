"""Build ``resources/sample_corpus/speeches.csv`` from the full texts of two public-domain collections.

``python -m tools.build_sample_corpus --data ../shared/data``. The speeches are cut into sections at paragraph bounds, cleaned of
transcript noise, and the sections that speak most of something of their own are kept: high mean inverse document frequency of
their words, and every section that holds a line people look for.
"""

import argparse
import csv
import json
import math
import re
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

MIN_WORDS, GOAL_WORDS, MAX_WORDS = 150, 190, 400
SECTIONS_PER_INAUGURAL = 4
SECTIONS_PER_MESSAGE = 3
INAUGURAL, STATE_OF_THE_UNION, ADDRESS = "inaugural address", "State of the Union", "address to Congress"

# president as the file names say it, by first year of the speech -> (full name, party)
PRESIDENTS = {
    1789: ("George Washington", "Unaffiliated"),
    1797: ("John Adams", "Federalist"),
    1801: ("Thomas Jefferson", "Democratic-Republican"),
    1809: ("James Madison", "Democratic-Republican"),
    1817: ("James Monroe", "Democratic-Republican"),
    1825: ("John Quincy Adams", "Democratic-Republican"),
    1829: ("Andrew Jackson", "Democratic"),
    1837: ("Martin Van Buren", "Democratic"),
    1841: ("William Henry Harrison", "Whig"),
    1845: ("James K. Polk", "Democratic"),
    1849: ("Zachary Taylor", "Whig"),
    1853: ("Franklin Pierce", "Democratic"),
    1857: ("James Buchanan", "Democratic"),
    1861: ("Abraham Lincoln", "Republican"),
    1869: ("Ulysses S. Grant", "Republican"),
    1877: ("Rutherford B. Hayes", "Republican"),
    1881: ("James A. Garfield", "Republican"),
    1885: ("Grover Cleveland", "Democratic"),
    1889: ("Benjamin Harrison", "Republican"),
    1893: ("Grover Cleveland", "Democratic"),
    1897: ("William McKinley", "Republican"),
    1905: ("Theodore Roosevelt", "Republican"),
    1909: ("William Howard Taft", "Republican"),
    1913: ("Woodrow Wilson", "Democratic"),
    1921: ("Warren G. Harding", "Republican"),
    1925: ("Calvin Coolidge", "Republican"),
    1929: ("Herbert Hoover", "Republican"),
    1933: ("Franklin D. Roosevelt", "Democratic"),
    1945: ("Harry S. Truman", "Democratic"),  # from April 12; the inaugural of January 1945 is set below
    1953: ("Dwight D. Eisenhower", "Republican"),
    1961: ("John F. Kennedy", "Democratic"),
    1963: ("Lyndon B. Johnson", "Democratic"),  # from November 22; Kennedy's message of January 1963 is set below
    1969: ("Richard Nixon", "Republican"),  # from January 20; Johnson's message of January 1969 is set below
    1974: ("Gerald R. Ford", "Republican"),  # from August 9; Nixon's message of January 1974 is set below
    1977: ("Jimmy Carter", "Democratic"),  # from January 20; Ford's message of January 1977 is set below
    1981: ("Ronald Reagan", "Republican"),
    1989: ("George H. W. Bush", "Republican"),
    1993: ("Bill Clinton", "Democratic"),
    2001: ("George W. Bush", "Republican"),
    2009: ("Barack Obama", "Democratic"),
    2017: ("Donald Trump", "Republican"),
    2021: ("Joe Biden", "Democratic"),
}
HANDOVER_YEARS = {
    "1945-Roosevelt": 1933,
    "1963-Kennedy": 1961,
    "1969-Johnson": 1963,
    "1974-Nixon": 1969,
    "1977-Ford": 1974,
}
NOT_MARCH_4_OR_JANUARY_20 = {
    1789: "1789-04-30",
    1821: "1821-03-05",
    1849: "1849-03-05",
    1877: "1877-03-05",
    1917: "1917-03-05",
    1957: "1957-01-21",
    1985: "1985-01-21",
    2013: "2013-01-21",
}
UNDATED_MESSAGES = {
    "1956-Eisenhower": "1956-01-05",
    "1957-Eisenhower": "1957-01-10",
    "1958-Eisenhower": "1958-01-09",
    "1959-Eisenhower": "1959-01-09",
    "1960-Eisenhower": "1960-01-07",
    "1962-Kennedy": "1962-01-11",
    "1963-Kennedy": "1963-01-14",
    "1978-Carter": "1978-01-19",
    "1979-Carter": "1979-01-23",
    "1980-Carter": "1980-01-23",
}
ADDRESSES = {  # to a joint session, but not the yearly message
    "1945-Truman",
    "1961-Kennedy",
    "1963-Johnson",
    "1965-Johnson-2",
    "1981-Reagan",
    "1989-Bush",
    "1991-Bush-2",
    "1993-Clinton",
    "2001-GWBush-1",
    "2001-GWBush-2",
}
LINES_PEOPLE_LOOK_FOR = (
    "all Federalists",
    "better angels of our nature",
    "With malice toward none",
    "the only thing we have to fear",
    "one-third of a nation",
    "ask not what your country",
    "landing a man on the moon",
    "unconditional war on poverty",
    "we shall overcome",
    "government is not the solution to our problem",
    "tear down",
    "thousand points of light",
    "era of big government is over",
    "axis of evil",
    "one year of Watergate is enough",
    "peace with honor",
    "Great Society",
    "American carnage",
    "entangling alliances",
    "cross of gold",
    "domestic institutions",
    "new world order",
    "strategic defense initiative",
    "the world must be made safe",
    "addicted to oil",
    "Alliance for Progress",
    "military-industrial",
    "Marshall Plan",
    "Berlin Wall",
    "national health insurance",
    "Panama Canal",
    "civil service",
    "Indian",
    "Eighteenth Amendment",
    "eighteenth amendment",
)
MONTHS = "January February March April May June July August September October November December".split()  # noqa: SIM905
MOJIBAKE = {"¡@": " ", "¡X": "—", "¡¦": "’", "¡§": "“", "¡¨": "”", "¡K": "…", "¡V": "–", "¡E": "·"}
NOISE = re.compile(
    r"[\[(]\s*(?:applause|laughter|laughter and applause|moment of silence|at this point[^\])]*)[.;,]?\s*[\])]|"
    r"\[\*[^\]]*\]|\[\d+\.?\]|\*|(?s:\bWEB RESOURCES >>.*?ALL WEB RESOURCES >>)",
    re.IGNORECASE,
)
NOT_SPEECH = re.compile(
    r"White House photo|^\d+:\d+ [AP]\.M\.|^(?:Speaker Foley|The Speaker)\b|"
    r"^Members of the Congress, I now have the high privilege|^THE PRESIDENT:?$|^END\b|reacts to applause",
    re.IGNORECASE,
)
SALUTATION = re.compile(
    r"^(?:Mr\.|Mrs\.|Madam|To the Congress|Fellow[- ]Citizens|My fellow (?:citizens|Americans|countrymen)|Members of|"
    r"Vice President|Senator|Chief Justice|Thank you|Speaker|Gentlemen)[^.!?]*[:,]?\s*$",
    re.IGNORECASE,
)


@dataclass
class Speech:
    """One speech, cleaned and divided into paragraphs."""

    name: str
    year: int
    date: str
    president: str
    party: str
    kind: str
    paragraphs: list[str]


@dataclass
class Section:
    """A run of paragraphs of a speech."""

    speech: Speech
    number: int
    text: str
    score: float = 0.0

    @property
    def n_words(self) -> int:
        """Words between spaces."""
        return len(self.text.split())


def main() -> int:
    """Write the CSV file and say what is in it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--output", type=Path, default=Path("resources/sample_corpus/speeches.csv"))
    arguments = parser.parse_args()
    if not arguments.data.is_dir():
        print(f"There is no folder '{arguments.data}'; give the one with the full speeches by --data.", file=sys.stderr)
        return 2
    speeches = [*read_inaugurals(arguments.data), *read_messages(arguments.data)]
    sections = {speech.name + speech.kind: cut_into_sections(speech) for speech in speeches}
    score_sections([section for some in sections.values() for section in some])
    chosen = [section for some in sections.values() for section in choose_sections(some)]
    chosen.sort(key=lambda section: (section.speech.date, section.speech.kind, section.number))
    write_csv(arguments.output, chosen, {id(speech): len(sections[speech.name + speech.kind]) for speech in speeches})
    n_words = sum(section.n_words for section in chosen)
    print(f"{len(chosen)} sections, {n_words} words, {arguments.output.stat().st_size} bytes", file=sys.stderr)
    return 0


def read_inaugurals(data: Path) -> list[Speech]:
    """Read the inaugural addresses, one file each."""
    speeches = []
    for path in sorted((data / "corpora/inaugural_txt").glob("*.txt")):
        content = path.read_bytes()
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError:
            text = content.decode("big5")  # 2005-Bush.txt
        year = int(path.stem[:4])
        date = NOT_MARCH_4_OR_JANUARY_20.get(year, f"{year}-03-04" if year < 1937 else f"{year}-01-20")
        president, party = president_of(path.stem, year)
        speeches.append(Speech(path.stem, year, date, president, party, INAUGURAL, paragraphs_of(text)))
    return speeches


def read_messages(data: Path) -> list[Speech]:
    """Read the messages to Congress, one JSON line each."""
    speeches = []
    for line in (data / "train/speeches/state_union.jsonl").read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        name, text = record["title"], record["text"]
        year = int(name[:4])
        president, party = president_of(name, year)
        kind = ADDRESS if name in ADDRESSES else STATE_OF_THE_UNION
        paragraphs = paragraphs_of(text)
        head = " ".join(paragraphs[:3])
        date = UNDATED_MESSAGES.get(name) or first_date(head)
        if not date.startswith(str(year)):
            raise ValueError(f"{name}: its text is dated {date}")
        speeches.append(Speech(name, year, date, president, party, kind, without_heading(paragraphs)))
    return speeches


def president_of(name: str, year: int) -> tuple[str, str]:
    """Give (full name, party), checked against the surname in the file name."""
    first_year = HANDOVER_YEARS.get(name) or max(known for known in PRESIDENTS if known <= year)
    president, party = PRESIDENTS[first_year]
    surname = name.split("-")[1].removeprefix("GW")
    if president.replace(" ", "").endswith(surname):
        return president, party
    raise ValueError(f"{name} is not by {president}")


def first_date(text: str) -> str:
    """Give the first written-out date as ISO text."""
    match = re.search(rf"({'|'.join(MONTHS)}) (\d{{1,2}}), (\d{{4}})", text)
    if match is None:
        raise ValueError(f"no date in {text[:200]!r}")
    return f"{match[3]}-{MONTHS.index(match[1]) + 1:02d}-{int(match[2]):02d}"


def paragraphs_of(text: str) -> list[str]:
    """Clean a text and divide it; a single newline ends a paragraph in both collections."""
    for wrong, right in MOJIBAKE.items():
        text = text.replace(wrong, right)
    text = NOISE.sub(" ", text)
    text = re.sub(r"\bTHE PRESIDENT:\s*|^The President\.\s+", "", text, flags=re.MULTILINE)
    paragraphs = (" ".join(paragraph.split()) for paragraph in text.split("\n"))
    return [re.sub(r"\s+([.,;:!?])", r"\1", paragraph) for paragraph in paragraphs if paragraph]


def without_heading(paragraphs: list[str]) -> list[str]:
    """Drop the title and the date line of a message."""
    first = next((at for at, paragraph in enumerate(paragraphs[:6]) if SALUTATION.match(paragraph)), None)
    if first is not None:
        return paragraphs[first + 1 :]
    is_dated = re.compile(rf"^.{{0,80}}(?:{'|'.join(MONTHS)}) \d{{1,2}}, \d{{4}}.{{0,40}}$")
    start = 1
    while start < 4 and (is_dated.match(paragraphs[start]) or len(paragraphs[start].split()) < 8):
        start += 1
    return paragraphs[start:]


def cut_into_sections(speech: Speech) -> list[Section]:
    """Join paragraphs to sections of about `GOAL_WORDS` words; a paragraph over the limit is cut between sentences."""
    pieces = [piece for paragraph in speech.paragraphs for piece in cut_paragraph(paragraph)]
    pieces = [piece for piece in pieces if not NOT_SPEECH.search(piece) and not SALUTATION.match(piece)]
    groups: list[list[str]] = [[]]
    for piece in pieces:
        n_so_far = sum(len(part.split()) for part in groups[-1])
        if n_so_far >= GOAL_WORDS or (n_so_far >= MIN_WORDS and n_so_far + len(piece.split()) > MAX_WORDS - 80):
            groups.append([])
        groups[-1].append(piece)
    if len(groups) > 1 and sum(len(part.split()) for part in groups[-1]) < MIN_WORDS:
        groups[-2].extend(groups.pop())
    sections = [Section(speech, number, "\n\n".join(group)) for number, group in enumerate(groups, start=1)]
    return [section for section in sections if section.n_words <= MAX_WORDS + 50]


def cut_paragraph(paragraph: str) -> list[str]:
    """Give a paragraph whole, or in runs of sentences if it is over the limit."""
    if len(paragraph.split()) <= MAX_WORDS - 100:
        return [paragraph]
    sentences = re.split(r"(?<=[.!?;])\s+", paragraph)
    runs = [""]
    for sentence in sentences:
        is_full = len(runs[-1].split()) >= GOAL_WORDS - 40 and not runs[-1].endswith(";")
        if is_full:
            runs.append("")
        runs[-1] = f"{runs[-1]} {sentence}".strip()
    return runs


def score_sections(sections: list[Section]) -> None:
    """Score by the mean inverse document frequency of the words that occur in three sections or more."""
    words_of = [set(re.findall(r"[a-z][a-z'’-]{3,}", section.text.lower())) for section in sections]
    counts = Counter(word for words in words_of for word in words)
    for section, words in zip(sections, words_of, strict=True):
        weights = [math.log(len(sections) / counts[word]) for word in words if 3 <= counts[word] <= 0.1 * len(sections)]
        section.score = sum(weights) / (len(words) or 1)
        folded = section.text.casefold()
        section.score += sum(10.0 for line in LINES_PEOPLE_LOOK_FOR[:20] if line.casefold() in folded)
        section.score += sum(0.5 for line in LINES_PEOPLE_LOOK_FOR[20:] if line in section.text)


def choose_sections(sections: list[Section]) -> list[Section]:
    """Keep the best sections of one speech, in their order."""
    limit = SECTIONS_PER_INAUGURAL if sections and sections[0].speech.kind == INAUGURAL else SECTIONS_PER_MESSAGE
    ranked = sorted(sections, key=lambda section: (-section.score, section.number))
    return sorted(ranked[:limit], key=lambda section: section.number)


def write_csv(path: Path, sections: list[Section], n_sections: dict[int, int]) -> None:
    """Write one row a section."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["id", "title", "date", "year", "president", "party", "kind", "section", "text"])
        for section in sections:
            speech = section.speech
            of = n_sections[id(speech)]
            kind = speech.kind if speech.kind == STATE_OF_THE_UNION else speech.kind[0].upper() + speech.kind[1:]
            surname = speech.president.lower().split()[-1].replace("buren", "van-buren")
            slug = {INAUGURAL: "inaugural", STATE_OF_THE_UNION: "union", ADDRESS: "congress"}[speech.kind]
            writer.writerow(
                [
                    f"{speech.date}-{surname}-{slug}-{section.number:02d}",
                    f"{speech.president}, {kind} {speech.year}, part {section.number} of {of}",
                    speech.date,
                    speech.year,
                    speech.president,
                    speech.party,
                    kind,
                    section.number,
                    section.text,
                ]
            )


if __name__ == "__main__":
    sys.exit(main())
