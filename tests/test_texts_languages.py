"""Whether the room holds what Spanish and Russian will need: two small languages of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from table_player import Player

from crusade import texts
from crusade.texts import Army, Combo, Region, _, _n, _w, catalogue, lookup, person, race, several
from crusade.texts.extraction import Message
from crusade.texts.grammar import Grammar

MESSAGES = [
    Message("a.py", 1, "Elves", "", "race"),
    Message("a.py", 1, "Amazons", "", "race"),
    Message("a.py", 2, "Flying", "", "power"),
    Message("a.py", 3, "{count} token", "{count} tokens", noun=True),
    Message("a.py", 4, "{count} coin on {region}.", "{count} coins on {region}."),
    Message("a.py", 5, "You took {region} from {army} with {tokens}.", "", "you"),
    Message("a.py", 5, "{who} took {region} from {army} with {tokens}.", "", "person"),
    Message("a.py", 6, "Races: {races:and}."),
]
TOKENS = ("{count} token", "{count} tokens")


class Russian(Grammar):
    """Cases of Races and nouns; names of people and places stay as they are, after a word."""

    CASES = ("gen", "ins")

    def army(self, army: Army, form: str) -> str:
        return f"{self.translated('race', army.race, form)} игрока «{army.owner.name}»"

    def region(self, region: Region, form: str) -> str:
        return f"регион «{region.name}»"

    def several(self, words: list[str], joiner: str) -> str:
        return " и ".join(words)


class Spanish(Grammar):
    """The power stands behind the Race and agrees with it; `e` before i."""

    FEMININE = ("Amazons",)

    def combo(self, combo: Combo, form: str) -> str:
        ending = "as" if combo.race in self.FEMININE else "os"
        powers = [self.translated("power", each).replace("os", ending) for each in combo.powers]
        return " ".join((self.translated("race", combo.race), *powers))

    def several(self, words: list[str], joiner: str) -> str:
        last = "e" if words[-1].lower().startswith("i") else "y"
        return f"{', '.join(words[:-1])} {last} {words[-1]}"


def speaks(
    language: str, grammar: Grammar, folder: Path, patch: pytest.MonkeyPatch, **said: object
) -> list[str]:
    """Translate into a language of one's own and speak it; what the check finds missing."""
    patch.setattr(catalogue, "all_messages", lambda: MESSAGES)
    patch.setattr(catalogue, "grammar_of", lambda name: grammar)
    patch.setattr(lookup, "FOLDER", folder)
    path = catalogue.update(language, folder)
    made = catalogue.read(path)
    for entry in made:
        name = entry.id if isinstance(entry.id, str) else f"{entry.id[0]}"
        plain = isinstance(entry.id, str) and not entry.context
        found = said.get(name if plain else f"{entry.context or ''}|{name}")
        if found is not None:
            entry.string = found  # type: ignore[assignment]
    from babel.messages.pofile import write_po

    with path.open("wb") as file:
        write_po(file, made)
    catalogue.compile_all(folder)
    texts.use(language)
    patch.setattr(lookup, "_grammar", grammar)
    return catalogue.check(folder)


@pytest.fixture(autouse=True)
def english_afterwards() -> Iterator[None]:
    yield
    texts.use("en")


def test_cases_three_plurals_and_three_verbs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = {
        "race|Elves": "эльфы",
        "race, gen|Elves": "эльфов",
        "race, ins|Elves": "эльфами",
        "race|Amazons": "амазонки",
        "race, gen|Amazons": "амазонок",
        "race, ins|Amazons": "амазонками",
        "power|Flying": "летучие",
        "power, gen|Flying": "летучих",
        "power, ins|Flying": "летучими",
        "|{count} token": ("{count} жетон", "{count} жетона", "{count} жетонов"),
        "gen|{count} token": ("{count} жетона", "{count} жетонов", "{count} жетонов"),
        "ins|{count} token": ("{count} жетоном", "{count} жетонами", "{count} жетонами"),
        "|{count} coin on {region}.": (
            "{count} монета: {region}.",
            "{count} монеты: {region}.",
            "{count} монет: {region}.",
        ),
        "you|You took {region} from {army} with {tokens}.": (
            "Вы завоёвываете {region} у {army:gen} {tokens:ins}."
        ),
        "person|{who} took {region} from {army} with {tokens}.": (
            "{who} завоёвывает {region} у {army:gen} {tokens:ins}."
        ),
        "Races: {races:and}.": "Расы: {races:and}.",
    }
    assert speaks("ru", Russian(), tmp_path, monkeypatch, **said) == []
    counts = [_n("{count} coin on {region}.", "{count} coins on {region}.", n, region=Region("A"))
              for n in (1, 3, 5, 21)]  # fmt: skip
    assert [words.split(":")[0] for words in counts] == [
        "1 монета",
        "3 монеты",
        "5 монет",
        "21 монета",
    ]
    values = {
        "region": Region("Foxmead"),
        "army": Army(person("Bob"), "Elves"),
        "tokens": texts.Count(3, TOKENS),
    }
    you = "You took {region} from {army} with {tokens}."
    they = "{who} took {region} from {army} with {tokens}."
    assert _w(texts.THE_PLAYER, you, they, **values) == (
        "Вы завоёвываете регион «Foxmead» у эльфов игрока «Bob» 3 жетонами."
    )
    assert _w(person("Ada"), you, they, **values).startswith("Ada завоёвывает ")
    assert _("Races: {races:and}.", races=several(map(race, ("Elves", "Amazons")))) == (
        "Расы: эльфы и амазонки."
    )


def test_a_combo_follows_the_rule_of_its_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = {
        "race|Elves": "Elfos",
        "race|Amazons": "Amazonas",
        "power|Flying": "Alados",
        "Races: {races:and}.": "Razas: {races:and}.",
    }
    wrong = speaks("es", Spanish(), tmp_path, monkeypatch, **said)
    assert {each.split("'")[1] for each in wrong} == {
        "{count} token",
        "{count} coin on {region}.",
        "You took {region} from {army} with {tokens}.",
        "{who} took {region} from {army} with {tokens}.",
    }
    assert str(Combo("Elves", ("Flying",))) == "Elfos Alados"
    assert str(Combo("Amazons", ("Flying",))) == "Amazonas Aladas"
    assert _("Races: {races:and}.", races=several(("A", "B", "Islas"))) == "Razas: A, B e Islas."
    # What is not translated is said in English, whole.
    assert _n("{count} coin on {region}.", "{count} coins on {region}.", 1, region=Region("X")) == (
        "1 coin on X."
    )


# ---------------------------------------------------------------- the table in another language
@pytest.mark.screen
@pytest.mark.parametrize("size", [(1280, 720), (800, 600)])
def test_the_table_is_played_in_another_language(size: tuple[int, int]) -> None:
    """No word of a button, a tab or a pace is a key: all of them change with the language."""
    texts.use(texts.PSEUDO)
    player = Player(size=size)
    session = player.session
    for _step in range(60):
        if session.state.round > 1:
            break
        player.step()
    assert session.state.round > 1
    side = player.scene.side
    assert all(word.startswith("[") for word in (*side.tabs.options, *side.pace.options))
