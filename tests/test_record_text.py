"""The text form of a record: what is written reads back, what cannot be read explains itself."""

import contextlib
import json
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crusade.automaton.names import LONGEST, clean_name, name_key, names_key
from crusade.record import Record, RecordError, Result, dump, load, load_file, parse_result

GOOD = """\
Lost Tribes' Crusade record, format 1
mode: solo
board: base-2p
tokens: 14
names: Ada
started: 2026-11-30T10:00:00Z
seed: 12345
result: P1 84 T 70 winner P1
--
deal Hill Orcs
# the die was kind
pick 1

conquer r05
die 2
"""


def test_reads_the_documented_form():
    assert load(GOOD) == Record(
        mode="solo",
        board="base-2p",
        tokens=14,
        names=("Ada",),
        started="2026-11-30T10:00:00Z",
        moves=("deal Hill Orcs", "pick 1", "conquer r05", "die 2"),
        seed=12345,
        result=Result((84,), 70, (0,)),
    )


def test_a_record_names_its_boxes_and_the_edition_of_the_rules():
    old = load(GOOD)
    assert (old.boxes, old.edition) == (("base",), 1), "records that say nothing are base games"
    assert "edition" not in dump(old) and "boxes" not in dump(old)
    new = load(GOOD.replace("tokens", "boxes: base, tales-and-legends\nedition: 3\ntokens"))
    assert (new.boxes, new.edition) == (("base", "tales-and-legends"), 3)
    assert "boxes: base, tales-and-legends\nedition: 3\n" in dump(new)
    assert load(dump(new)) == new


@pytest.mark.parametrize(
    ("colours", "found"),
    [("3,0", (3, 0)), ("0,4", (0, 4)), ("0", ()), ("1,1", ()), ("0,5", ()), ("9" * 4301, ()),
     ("0," + "9" * 4301, ()), ("²,1", ()), ("", ()), (True, ()), (3, ()), ("-1,0", ()),
     ("a,b", ())],
)  # fmt: skip
def test_the_colours_of_the_seats_are_read_in_one_place(colours, found):
    record = Record(
        "two-player", "base-3p", 14, ("Ada", "Bob"), "2026-11-30T10:00:00Z",
        options={"colours": colours},
    )  # fmt: skip
    assert record.seat_colours(5) == found


def test_reads_windows_line_ends_and_a_byte_order_mark():
    assert load("\ufeff" + GOOD.replace("\n", "\r\n")) == load(GOOD)


def test_comments_and_blank_lines_before_the_title():
    assert load("\n# sent by a friend\n" + GOOD) == load(GOOD)


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("Lost Tribes' Crusade record, format 1", "hello", 1, "begins with"),
        ("format 1", "format 2", 1, "newer version"),
        ("format 1", "format 0", 1, "no format 0"),
        ("format 1", "format one", 1, "not the number"),
        ("mode: solo", "mode: duel", 2, "not a mode"),
        ("mode: solo", "moods: solo", 2, "header"),
        ("mode: solo\n", "mode: solo\nmode: solo\n", 3, "twice"),
        ("mode: solo\n", "", 8, '"mode"'),
        ("board: base-2p", "board: ../../etc", 3, "not the name of a board"),
        ("tokens: 14", "tokens: many", 4, "not a number"),
        ("tokens: 14", "tokens: 0", 4, "between"),
        ("tokens: 14", "tokens: 9" + "9" * 5000, 4, "not a number"),
        ("names: Ada", "names:", 5, "no name"),
        ("names: Ada", "names: Ada,", 5, "no name"),
        ("names: Ada", 'names: "Ada', 5, "does not end"),
        ("names: Ada", 'names: "Ada" Bob', 5, "commas"),
        ("names: Ada", "names: Ada, Bob", 5, "2 players"),
        ("started: 2026-11-30T10:00:00Z", "started: yesterday", 6, "no moment"),
        ("seed: 12345", "seed: 1.5", 7, "not a number"),
        ("seed: 12345", "rewound: no", 7, "left out"),
        ("seed: 12345", "options: [1]", 7, "JSON object"),
        ("seed: 12345", 'options: {"a": [1]}', 7, "JSON object"),
        ("seed: 12345", "options: " + "[" * 100_000, 7, "JSON object"),
        ("seed: 12345", 'options: {"colours": ' + "9" * 4301 + "}", 7, "JSON object"),
        ("seed: 12345", 'options: {"colours": ' + "9" * 4299 + "}", 7, "far too long"),
        ("seed: 12345", 'options: {"colours": "' + "9" * 4301 + '"}', 7, "far too long"),
        ("seed: 12345", 'options: {"' + "k" * 4301 + '": 1}', 7, "far too long"),
        ("seed: 12345", "options: " + json.dumps({str(n): n for n in range(60)}), 7, "more than"),
        ("seed: 12345", "boxes: base, base", 7, "twice"),
        ("seed: 12345", "boxes: ../x", 7, "not names of boxes|names of boxes"),
        ("seed: 12345", "boxes:", 7, "names of boxes"),
        ("seed: 12345", "edition: 0", 7, "no edition"),
        ("seed: 12345", "edition: new", 7, "not a number"),
        ("winner P1", "winner P2", 8, "did not play"),
        ("winner P1", "won by P1", 8, "not a result"),
        (" winner P1", "", 8, "not a result"),
        ("P1 84 T 70", "P2 84 T 70", 8, "in order|not a result"),
        ("P1 84 T 70", "P1 84", 8, "does not fit"),
        ("P1 84 T 70", "P1 84 P2 70 T 70", 8, "does not fit"),
        ("--\n", "", 9, "header"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(old, new, line, words):
    with pytest.raises(RecordError, match=words) as caught:
        load(GOOD.replace(old, new, 1))
    assert caught.value.line == line
    assert str(caught.value) == f"Line {line}: {caught.value.sentence}"
    assert len(caught.value.sentence) < 160


def test_a_header_without_moves_part_and_an_empty_text():
    with pytest.raises(RecordError, match="is missing"):
        load(GOOD.partition("--")[0])
    with pytest.raises(RecordError):
        load("")
    with pytest.raises(RecordError, match="far too long"):
        load("x" * 5_000_000)


def test_reads_a_file_or_says_that_it_is_none(tmp_path):
    path = tmp_path / "game.txt"
    path.write_text(GOOD, encoding="utf-8")
    assert load_file(path) == load(GOOD)
    path.write_bytes(b"\xff\x00\xfe")
    with pytest.raises(RecordError, match="not a text"):
        load_file(path)


def test_results():
    for result in (
        Result((84,), 70, (0,)),
        Result((60,), 70, (5,), resigned=True),
        Result((80, 80, 3), None, (0, 1)),
        Result((-1, 4), 9, (5,)),
        Result((20, 30), None, (), resigned=True),
    ):
        assert parse_result(result.text()) == result
    assert Result((60,), 70, (5,), True).text() == "P1 60 T 70 winner T resigned"


names = st.text(min_size=1, max_size=40).map(clean_name).filter(bool)
move = st.from_regex(r"[a-z]{2,8}( [a-zA-Z0-9=]{1,6}){0,3}", fullmatch=True)


@st.composite
def records(draw):
    mode = draw(st.sampled_from(["solo", "two-player", "classic"]))
    seats = {"solo": 1, "two-player": 2, "classic": draw(st.integers(2, 5))}[mode]
    number = st.integers(-50, 300)
    result = None
    if draw(st.booleans()):
        result = Result(
            tuple(draw(st.lists(number, min_size=seats, max_size=seats))),
            None if mode == "classic" else draw(number),
            (draw(st.integers(0, seats - 1)),) if mode == "classic" else (5,),
            draw(st.booleans()),
        )
    return Record(
        mode=mode,
        board=draw(st.sampled_from(["base-2p", "riverworld-3p"])),
        tokens=0 if mode == "classic" else draw(st.integers(1, 99)),
        names=tuple(draw(st.lists(names, min_size=seats, max_size=seats))),
        started="2026-11-30T10:00:00Z",
        moves=tuple(draw(st.lists(move, max_size=8))),
        seed=draw(st.none() | st.integers(-(10**17), 10**17)),
        options=draw(
            st.dictionaries(
                st.text(max_size=20), st.booleans() | st.integers(-(10**17), 10**17) | st.text()
            )
        ),
        result=result,
        rewound=draw(st.booleans()),
    )


@given(records())
def test_every_record_reads_back(record):
    assert load(dump(record)) == record


@given(st.text() | st.lists(st.sampled_from(GOOD.splitlines()), max_size=14).map("\n".join))
def test_any_text_is_read_or_refused(text):
    try:
        record = load(text)
    except RecordError:
        return
    assert load(dump(record)) == record


@given(st.integers(0, len(GOOD) - 1), st.characters())
def test_any_changed_letter_is_read_or_refused(place, letter):
    with contextlib.suppress(RecordError):
        load(GOOD[:place] + letter + GOOD[place + 1 :])


@given(st.text(max_size=60))
def test_a_clean_name_is_safe_and_stays_as_it_is(text):
    name = clean_name(text)
    assert clean_name(name) == name
    assert len(name) <= LONGEST
    assert name == name.strip()
    assert not any(ord(c) < 32 or 0xD800 <= ord(c) < 0xE000 for c in name)
    name.encode("utf-8")
    assert name_key(name) == name_key(text)
    assert bool(name_key(name)) == bool(name)


def test_names():
    assert clean_name("  Ada\t\x00 Love\ud800lace\u202e\n") == "Ada Lovelace"
    assert clean_name("E\u0301mile") == "\u00c9mile"
    assert clean_name("x" * 80) == "x" * 24
    assert clean_name(" \u200e\x07 ") == ""
    assert clean_name("\U0001f9d9\u200d\u2640\ufe0f 王") == "\U0001f9d9\u200d\u2640\ufe0f 王"
    assert name_key("ADA") == name_key("ada") == name_key(" Ada ")
    assert name_key("STRASSE") == name_key("straße")
    assert names_key(["Ada", "bob"]) == names_key(["BOB", "ada"]) != names_key(["Ada"])


def test_the_module_s_own_example_reads():
    text = Path(load.__code__.co_filename).read_text(encoding="utf-8")
    example = text.split("bug report:\n\n")[1].split("\n\nOne move")[0]
    assert load("\n".join(line.strip() for line in example.splitlines())).seed == 12345


@pytest.mark.parametrize(
    "text",
    [
        "\u200b\u200b", "\u3164", "\u115f\u1160", "\uffa0 \u3164", "\u2800\u2800", "\u00ad",
        "\u2060\u2063", "\u200d", "\u200c \u200d", "\u0301", "\ufe0f", "\u034f", "\u180e",
        "\U000e0041\U000e0042", "\u17b4", "\ufff9\ufffb", "\U000e0fff", "\u061c", "\u3000",
    ],
)  # fmt: skip
def test_a_name_that_cannot_be_seen_is_none(text):
    assert clean_name(text) == ""
    assert clean_name(f"A{text}") in ("A", unicodedata.normalize("NFC", f"A{text}"))
    with pytest.raises(RecordError, match="no name"):
        load(dump(Record("solo", "base-2p", 14, ("Ada",), "2026-11-30T10:00:00Z")).replace(
            "names: Ada", f'names: "{text}"'
        ))  # fmt: skip


def test_names_that_look_alike_are_the_same():
    assert name_key("Ada") == name_key("A\u200dda") == name_key("Ad\u3164a\u200b") == "ada"
    assert name_key("م\u200cم") == name_key("مم")
    assert clean_name("نرگس\u200cها") == "نرگس\u200cها", "a joiner that a script needs is kept"
    assert clean_name("x" * 10_000_000) == "x" * 24
