"""Messages: looked up, filled with typed values, and safe whatever a translation does."""

from __future__ import annotations

import gettext
from collections.abc import Iterator

import pytest

from crusade import texts
from crusade.texts import (
    LOST_TRIBES,
    N_,
    THE_PLAYER,
    Army,
    Combo,
    Marked,
    Region,
    _,
    _n,
    _np,
    _p,
    _w,
    coins,
    lookup,
    person,
    race,
    runs,
    several,
    tokens,
    unmarked,
)
from crusade.texts.pseudo import stretched


@pytest.fixture(autouse=True)
def english_afterwards() -> Iterator[None]:
    yield
    texts.use("en")


class Translations(gettext.NullTranslations):
    """A catalogue in memory."""

    def __init__(self, **messages: str) -> None:
        super().__init__()
        self.messages = messages

    def gettext(self, message: str) -> str:
        return self.messages.get(message, message)

    def pgettext(self, context: str, message: str) -> str:
        return self.messages.get(f"{context}|{message}", message)


def speak(monkeypatch: pytest.MonkeyPatch, **messages: str) -> None:
    made = lookup._Catalogue("en", Translations(**messages))
    monkeypatch.setattr(lookup, "_now", made)


def test_a_message_is_its_english_text() -> None:
    assert _("Nothing to fill {in}") == "Nothing to fill {in}"
    assert _("Round {round}", round=3) == "Round 3"
    assert _p("button", "Done") == "Done"
    assert [_n("{count} face", "{count} faces", n) for n in (0, 1, 2)] == [
        "0 faces",
        "1 face",
        "2 faces",
    ]
    assert _np("rows", "{count} of {all}", "{count} of {all}", 2, all=6) == "2 of 6"
    assert N_("marked") == "marked"


def test_values_take_the_form_that_the_message_asks_for() -> None:
    elves, ratmen = race("Elves"), race("Ratmen")
    assert _("{race:The} and {race:of}", race=elves) == "The Elves and the Elves'"
    assert _("{race:of}", race=ratmen) == "the Ratmen's"
    assert _("{combo}", combo=Combo("Orcs", ("Hill",))) == "Hill Orcs"
    assert _("{army:The}", army=Army(person("Ada"), "Elves")) == "Ada's Elves"
    assert _("{army:A}", army=Army(THE_PLAYER, "Elves")) == "Your Elves"
    assert _("{army:of}", army=Army(LOST_TRIBES, "")) == "the Lost Tribes'"
    assert _("{price} for {tokens}", price=coins(1), tokens=tokens(2)) == "1 coin for 2 tokens"


def test_lists_have_their_joiner_and_their_forms() -> None:
    three = several([race("Elves"), race("Orcs"), race("Ratmen")])
    assert _("{races:and.the}", races=three) == "the Elves, the Orcs and the Ratmen"
    assert _("{races:or}", races=several(three.things[:2])) == "Elves or Orcs"
    assert _("{races}", races=several(three.things[:1])) == "Elves"
    assert _("{races}.", races=several([])) == "."


def test_who_acts_chooses_the_sentence() -> None:
    def said(who: texts.Who) -> str:
        return _w(who, "You have {x}.", "{who} has {x}.", "The Lost Tribes have {x}.", x=coins(2))

    assert said(THE_PLAYER) == "You have 2 coins."
    assert said(person("Ada")) == "Ada has 2 coins."
    assert said(LOST_TRIBES) == "The Lost Tribes have 2 coins."
    pair = ("{who} took {count} token.", "{who} took {count} tokens.")
    assert _w(person("Ada"), pair, pair, count=1) == "Ada took 1 token."
    with pytest.raises(ValueError, match="Lost Tribes"):
        _w(LOST_TRIBES, "You.", "{who}.")


def test_a_wrong_place_in_a_translation_gives_the_english_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    speak(monkeypatch, **{"Round {round}": "Runde {runde}", "person|{who} won.": "{} gewann"})
    assert _("Round {round}", round=3) == "Round 3"
    assert _w(person("Ada"), "You won.", "{who} won.") == "Ada won."
    speak(monkeypatch, **{"Round {round}": "Runde {round", "{x} left": "{x.y.z} übrig"})
    assert _("Round {round}", round=3) == "Round 3"
    assert _("{x} left", x=2) == "2 left"
    speak(monkeypatch, **{"Round {round} of {all}": "Die letzte"})
    assert _("Round {round} of {all}", round=3, all=3) == "Die letzte"
    with pytest.raises(KeyError):
        _("{nothing} is given", other=1)


def test_a_name_is_never_a_format() -> None:
    assert _("{who} won.", who=person("{0} {x} {")) == "{0} {x} { won."


def test_marked_values_are_found_again() -> None:
    said = _("Took {region} with {n}.", region=Marked(Region("Foxmead")), n=2)
    assert runs(said) == [("Took ", False), ("Foxmead", True), (" with 2.", False)]
    assert unmarked(said) == "Took Foxmead with 2."


def test_the_pseudo_language_keeps_places_and_is_longer() -> None:
    message = "{who} picked {combo:the} for {price!s} and lost {{nothing}}."
    made = stretched(message)
    assert made.startswith("[") and made.endswith("]")
    for place in ("{who}", "{combo:the}", "{price!s}", "{{"):
        assert place in made
    names = {"who": "", "combo": race("Orcs"), "price": ""}
    plain, long = (words.format(**names) for words in (message, made))
    assert len(long) - len("the Orcs") >= 1.4 * (len(plain) - len("the Orcs"))
    texts.use(texts.PSEUDO)
    assert texts.language() == "qps"
    assert "Ada" in _w(person("Ada"), "You won.", "{who} won.")
    assert _n("{count} face", "{count} faces", 2).startswith("[2 ")
    assert _("") == ""


def test_an_unknown_language_is_refused_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match=r"^There is no language 'tlh' here; choose one of en"):
        texts.use("tlh")
    assert texts.language() == "en"
    monkeypatch.setenv("CRUSADE_LANGUAGE", "qps")
    texts.use()
    assert texts.language() == "qps"
