"""Cards that change prices, terrain, or coins, and nothing else: written in effect words."""

from __future__ import annotations

from typing import Final

from crusade.boxes.tales.effects import (
    ALL,
    DECLINED,
    EVERYWHERE,
    LAKESIDE,
    CheaperFromTheRight,
    ClosedLand,
    DearerLand,
    Halved,
    LandPays,
    LandPaysLess,
    NewTokens,
    NoDecline,
    PaidConquests,
    PaidDecline,
    PaidIdleness,
    PaidMostRegions,
    RichestTakes,
    ShownCoins,
    Silence,
    Times,
)
from crusade.boxes.tales.gifts import GIFTS
from crusade.boxes.tales.themes import (
    AGES,
    BLOOD,
    GODS,
    LITTLE_LORE,
    LORDLY_LEGENDS,
    PAX,
    TALL_TALES,
    WIND,
)
from crusade.rules.questions import Card


# ---------------------------------------------------------------- land that pays
class ForestClump(LandPays, Card):
    name, rule = "Forest Clump", "events.md 14"
    theme, strength = WIND, LITTLE_LORE
    text = "Each Forest Region earns its holder 1 coin more, Active or In Decline."
    intro = "For one round every Forest pays 1 coin more to whoever holds it."
    pays = ("forest",)


class GhuluthForPresident(LandPays, Card):
    name, rule = "Ghuluth For President", "events.md 15"
    theme, strength = WIND, LITTLE_LORE
    text = "Each Swamp Region earns its holder 1 coin more, Active or In Decline."
    intro = "For one round every Swamp pays 1 coin more to whoever holds it."
    pays = ("swamp",)


class HeighHo(LandPays, Card):
    name, rule = "Heigh-Ho!", "events.md 20"
    theme, strength = WIND, LITTLE_LORE
    text = "Each Region with a Cavern earns its holder 1 coin more, Active or In Decline."
    intro = "For one round every Cavern pays 1 coin more to whoever holds it."
    pays = ("cavern",)


class MagicIsInTheAir(LandPays, Card):
    name, rule = "Magic Is In The Air", "events.md 25"
    theme, strength = WIND, LITTLE_LORE
    text = "Each Magic Region earns its holder 1 coin more, Active or In Decline."
    intro = "For one round every Magic Region pays 1 coin more to whoever holds it."
    pays = ("magic",)


class MountainOre(LandPays, Card):
    name, rule = "Mountain Ore", "events.md 28"
    theme, strength = WIND, LITTLE_LORE
    text = "Each Mountain Region earns its holder 1 coin more, Active or In Decline."
    intro = "For one round every Mountain pays 1 coin more to whoever holds it."
    pays = ("mountain",)


class Pestilence(LandPaysLess, Card):
    name, rule = "Pestilence", "events.md 33"
    theme, strength = PAX, LITTLE_LORE
    text = (
        "The Lake and every Region that touches it yield 1 coin less in all, but never less than "
        "nothing."
    )
    intro = "For one round Regions on the shore of the Lake, and the Lake itself, pay 1 coin less."
    pays_less = (LAKESIDE,)


# ---------------------------------------------------------------- land that is closed
class Flooded(ClosedLand, Card):
    name, rule = "Flooded", "events.md 12"
    theme, strength = PAX, LITTLE_LORE
    text = "Seas, the Lake and Swamps cannot be conquered by anybody."
    intro = "For one round nobody can take a Swamp, a Sea or the Lake."
    closed = ("sea", "lake", "swamp")


class ForbiddenForest(ClosedLand, Card):
    name, rule = "Forbidden Forest", "events.md 13"
    theme, strength = PAX, LITTLE_LORE
    text = "Forests cannot be conquered by anybody."
    intro = "For one round nobody can take a Forest."
    closed = ("forest",)


class IceAge(ClosedLand, Card):
    name, rule = "Ice Age", "events.md 22"
    theme, strength = AGES, LITTLE_LORE
    text = "Mountains cannot be conquered by anybody."
    intro = "For one round nobody can take a Mountain."
    closed = ("mountain",)


class PeasantRiot(ClosedLand, Card):
    name, rule = "Peasant Riot", "events.md 32"
    theme, strength = PAX, LITTLE_LORE
    text = "Farmland cannot be conquered by anybody."
    intro = "For one round nobody can take Farmland."
    closed = ("farmland",)


# ---------------------------------------------------------------- prices
class Tremor(DearerLand, Card):
    name, rule = "Tremor", "events.md 46"
    theme, strength = PAX, TALL_TALES
    text = "Every conquest costs 1 token more."
    intro = "For one round every Region costs 1 token more to conquer, for everybody."
    dearer_in = (EVERYWHERE,)


class BloodBrothers(CheaperFromTheRight, Card):
    name, rule = "Blood Brothers", "events.md 6"
    theme, strength = BLOOD, LITTLE_LORE
    text = (
        "Regions of the Active race of the player on your right cost you 1 token fewer (at least "
        "1)."
    )
    detail = "The player on your right is the one before you in the order of seats."
    crusade_detail = (
        "The Lost Tribes sit after the last player: they are on the right of the first, and the "
        "last is on theirs."
    )
    intro = "For one round everybody attacks the player on the right more cheaply."


# ---------------------------------------------------------------- coins
class KoboldGod(Times, Card):
    name, rule = "Kobold God", "events.md 23"
    theme, strength = GODS, LORDLY_LEGENDS
    text = "Active races and their Special Powers earn nothing."
    crusade_text = "Active races and their Special Powers earn nothing, the Lost Tribes neither."
    intro = "For one round only races In Decline earn coins."
    active_times = 0


class OldiesButGoodies(Times, Card):
    name, rule = "Oldies But Goodies", "events.md 31"
    theme, strength = AGES, TALL_TALES
    text = "Races In Decline and their Special Powers earn double."
    intro = "For one round all that a race In Decline earns counts twice."
    declined_times = 2


class PhilterOfForgetfulness(Silence, Times, Card):
    name, rule = "Philter Of Forgetfulness", "events.md 34"
    theme, strength = GODS, TALL_TALES
    text = "Races In Decline earn nothing, and their Special Powers do not work."
    intro = "For one round races In Decline pay nothing and forget what their Special Power did."
    silent_powers = DECLINED
    declined_times = 0


class TeaTime(Halved, Card):
    name, rule = "Tea Time", "events.md 40"
    theme, strength = AGES, LORDLY_LEGENDS
    text = "Everybody gets only half of what a turn earns, rounded up."
    intro = "For one round each turn pays half of its coins, rounded up."


class WarIsSexy(PaidConquests, Card):
    name, rule = "War Is Sexy", "events.md 48"
    theme, strength = BLOOD, TALL_TALES
    text = "Each Region conquered this turn and still held when it is scored earns 1 coin more."
    intro = "For one round each Region that you conquer and keep pays 1 coin more."


class YouthPower(PaidDecline, Card):
    name, rule = "Youth Power", "events.md 54"
    theme, strength = AGES, TALL_TALES
    text = "Whoever puts a race In Decline gets 3 coins at once."
    intro = "Going In Decline in the round brings you 3 coins."


class SummerOfLove(PaidIdleness, Card):
    name, rule = "Summer Of Love", "events.md 38"
    theme, strength = AGES, TALL_TALES
    text = "At the end of the round whoever has conquered no Region in it gets 3 coins."
    intro = "Whoever conquers nothing in the round gets 3 coins when it ends."


class MyLand(PaidMostRegions, Card):
    name, rule = "My Land", "events.md 29"
    theme, strength = WIND, LITTLE_LORE
    text = (
        "At the end of the round whoever holds most Regions, Active and In Decline, gets 2 coins; "
        "if several hold as many, each of them gets 1."
    )
    intro = "Whoever holds most Regions when the round ends gets 2 coins."


class GreedyGob(RichestTakes, Card):
    name, rule = "Greedy Gob", "events.md 18"
    theme, strength = WIND, LITTLE_LORE
    text = (
        "At the end of the round whoever has earned most coins by its scorings takes 1 coin from "
        "each of the others; if several have, nobody does."
    )
    intro = "Whoever earns most in the round takes 1 coin from everybody else when it ends."


class BlingBling(ShownCoins, Card):
    name, rule = "Bling-Bling", "events.md 5"
    theme, strength = GODS, LITTLE_LORE
    text = "Everybody shows his coins."
    intro = "When the round begins all players show how many coins they have."


# ---------------------------------------------------------------- races
class BabyBoom(NewTokens, Card):
    name, rule = "Baby Boom", "events.md 3"
    theme, strength = AGES, LITTLE_LORE
    text = "When the round begins every Active race gets 1 token from its tray, in hand."
    crusade_detail = "The Lost Tribes get none."
    intro = "For one round every player's Active race begins with 1 token more."


class GoldenAge(NoDecline, Card):
    name, rule = "Golden Age", "events.md 17"
    theme, strength = AGES, TALL_TALES
    text = "No race may be put In Decline."
    intro = "For one round nobody can go In Decline."


class Rats(Silence, Card):
    name, rule = "Rats", "events.md 36"
    theme, strength = PAX, TALL_TALES
    text = "No ability of a Race works, Active or In Decline. Special Powers work as always."
    detail = (
        "The numbers on the banners still count. Pieces of Races lie where they lie and give "
        "nothing; whoever acts In Decline by his Race does not."
    )
    intro = "For one round the abilities of all Races are switched off."
    silent_races = ALL


class TheGreatCurse(Silence, Card):
    name, rule = "The Great Curse", "events.md 43"
    theme, strength = GODS, TALL_TALES
    text = "No Special Power works, Active or In Decline. The abilities of Races work as always."
    detail = (
        "The numbers on the badges still count. Pieces of Special Powers lie where they lie and "
        "give nothing; what was agreed by them is suspended."
    )
    intro = "For one round all Special Powers are switched off."
    silent_powers = ALL


SIMPLE: Final[tuple[Card, ...]] = (
    *GIFTS,
    BabyBoom(),
    BlingBling(),
    BloodBrothers(),
    Flooded(),
    ForbiddenForest(),
    ForestClump(),
    GhuluthForPresident(),
    GoldenAge(),
    GreedyGob(),
    HeighHo(),
    IceAge(),
    KoboldGod(),
    MagicIsInTheAir(),
    MountainOre(),
    MyLand(),
    OldiesButGoodies(),
    PeasantRiot(),
    Pestilence(),
    PhilterOfForgetfulness(),
    Rats(),
    SummerOfLove(),
    TeaTime(),
    TheGreatCurse(),
    Tremor(),
    WarIsSexy(),
    YouthPower(),
)
