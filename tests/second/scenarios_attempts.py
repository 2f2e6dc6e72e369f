"""Attempts to win at [microfilms], and the turn limit, as games of a few lines."""

from collections.abc import Sequence

from tests.second.scenarios_microfilms import (
    ALL_IN_HANDS,
    CLEARED,
    HANDS,
    SIX,
    THREE,
    Scenario,
    deal,
    four,
)

# With four seats, from CLEARED to the second evening: seat 1 keeps the first card of the deck and
# seat 0 the fourth; every other card is laid again and shuffled. Then seat 3 passes: seat 0 is on.
KEPT = "letter-china letter-uk film-china ace"  # seat 1: letter-china; seat 0: the ace
SECOND_EVENING = f"{CLEARED}; burn 10; reshuffle; pass; actor = 0; evening = 2"

# Seat 0 is Cleared, draws the first card of the deck, and is on again.
FILM_OF_THREE = f"{CLEARED}; pass; pass; draw deck; pass; pass; actor = 0"
FILM_OF_FOUR = f"{CLEARED}; pass * 3; draw deck; pass * 3; actor = 0"


def agent(name: str, letters: str, film: str, result: str) -> Scenario:
    return Scenario(
        f"M24 {name}",
        deal(HANDS, film, letters=letters),
        f"{FILM_OF_THREE}; win agent {film}; result = agents: {result}",
    )


SCENARIOS: Sequence[Scenario] = [
    agent(
        "an allied agent with the lone agent's film: both allies win", "china uk", "film-usa", "0 1"
    ),
    agent("an allied agent with the ally's film: the lone agent wins", "china uk", "film-uk", "2"),
    agent(
        "an allied agent with their own film: the lone agent wins", "china uk", "film-china", "2"
    ),
    agent("the lone agent with the film of an ally wins alone", "uk usa", "film-uk", "0"),
    agent("the lone agent with the film of the other ally wins too", "uk usa", "film-usa", "0"),
    agent("the lone agent with their own film: the allies win", "uk usa", "film-china", "1 2"),
    Scenario(
        "M24 a freelancer does not win with the agents",
        four("china broker uk usa", "film-usa"),
        f"{FILM_OF_FOUR}; win agent film-usa; result = agents: 0 2",
    ),
    Scenario(
        "M24 M32 the game is over, all is shown, and no card has moved",
        deal(HANDS, "film-usa"),
        f"""
        {FILM_OF_THREE}; turns = 6; 1> 0.identities = ?; win agent film-usa
        phase = over; actor = none; active = 0; pending = none; turns = 6; discard = steal
        0.hand = cash-out film-usa; 1> 0.hand = cash-out film-usa; 1> 0.identities = agent-china
        *> letters = china uk; *> 2.hand = interrogate; *> discard = steal; *> 1.hand = -
        *> deck = ace cash-out cash-out film-china film-uk interrogate interrogate letter-china \
            letter-uk steal
        legal = -; no pass; no win agent film-usa; no shuffle
        """,
    ),
    Scenario(
        "M24 M30 only Cleared, only with a film that is in the hand",
        deal(HANDS, "film-usa"),
        """
        draw deck; discard steal; pass; pass; 0.hand = film-usa; no win agent film-usa
        bribe 1 film-usa; accept; pass; discard cash-out; pass
        0.cleared = yes; no win agent film-usa; no win agent; no win agent steal
        """,
    ),
    Scenario(
        "M24 M30 an attempt is open only to the holder of the identity",
        deal(HANDS, "film-usa"),
        f"""
        {FILM_OF_THREE}; may win agent film-usa; no win agent film-uk; no win agent cash-out
        no win journalist film-usa 2; no win hitman 2; no win broker 2 deck; no win interpol 2
        no win croupier film-usa; no win; no win agent film-usa 2; no win agent  film-usa
        """,
    ),
    Scenario(
        "M24 a freelancer reveals no film as an agent",
        four("hitman china uk usa", "film-usa"),
        f"{FILM_OF_FOUR}; 0.hand = cash-out film-usa; no win agent film-usa; may win hitman 1",
    ),
    Scenario(
        "M25 the journalist names the agent of the film",
        four("journalist china uk usa", "film-uk"),
        f"""
        {FILM_OF_FOUR}; may win journalist film-uk 1; may win journalist film-uk 3
        no win journalist film-uk 0; no win journalist film-uk 4; no win journalist film-usa 3
        no win journalist film-uk; win journalist film-uk 2; result = journalist: 0
        """,
    ),
    Scenario(
        "M25 M29 the journalist is wrong: out, and the game goes on",
        four("journalist china uk usa", "film-uk"),
        f"""
        {FILM_OF_FOUR}; turns = 8; win journalist film-uk 1; result = none
        0.eliminated = yes; 0.hand = -; discard = film-uk cash-out steal; turns = 9; actor = 1
        1> 0.identities = journalist; *> 0.identities = journalist; 0> 1.identities = ?
        1.identities = agent-china
        """,
    ),
    Scenario(
        "M25 M30 a freelancer may be named, and it is wrong",
        deal(HANDS + " cash-out interrogate", "film-uk", "journalist broker china uk usa"),
        f"""
        {CLEARED}; pass * 4; draw deck; pass * 4; win journalist film-uk 1
        0.eliminated = yes; 1> 1.identities = broker; 2> 1.identities = ?
        """,
    ),
    Scenario(
        "M25 M30 only Cleared, only with a film",
        four("journalist china uk usa", "film-uk"),
        """
        draw deck; discard steal; pass * 3; 0.hand = film-uk; no win journalist film-uk 2
        bribe 1 film-uk; accept; 0.cleared = yes; pass; discard cash-out; pass * 2
        no win journalist film-uk 2
        """,
    ),
    Scenario(
        "M26 the hitman names whoever holds the ace",
        four("hitman china uk usa", "ace"),
        f"""
        {CLEARED}; draw deck; pass * 2; may win hitman 2; may win hitman 3
        no win hitman 0; no win hitman 4; no win hitman; win hitman 1; result = hitman: 0
        1.hand = ace; 0.hand = cash-out; discard = steal
        """,
    ),
    Scenario(
        "M26 M29 the hitman is wrong",
        four("hitman china uk usa", "ace"),
        f"""
        {CLEARED}; draw deck; pass * 2; win hitman 2
        0.eliminated = yes; 2.hand = interrogate; discard = cash-out steal; actor = 1
        1> 2.hand = 1; *> 0.identities = hitman; *> 0.hand = 0; 0> 0.hand = -
        """,
    ),
    Scenario(
        "M26 M30 only Cleared",
        four("hitman china uk usa", "ace"),
        "no win hitman 1; pass * 4; no win hitman 1",
    ),
    Scenario(
        "M26 M29 M30 knowingly wrong: the hitman's own ace is laid for nothing",
        four("hitman china uk usa", "ace"),
        f"""
        {CLEARED}; pass * 3; pass; pass * 3; draw deck; pass * 3
        0.hand = ace cash-out; 0.francs = 1; house = 18; win hitman 3
        0.hand = -; 0.francs = 0; house = 19; discard = cash-out ace steal; 0.cleared = yes
        """,
    ),
    Scenario(
        "M27 the broker names both places",
        four("broker china uk usa", KEPT),
        f"{SECOND_EVENING}; win broker 1 deck; result = broker: 0",
    ),
    Scenario(
        "M27 the places: hands, one's own too, the draw deck, the discard deck, in this order",
        four("broker china uk usa", KEPT),
        SECOND_EVENING
        + "".join(
            f"; may win broker {a} {b}"
            for n, a in enumerate("0 1 2 3 deck discard".split())
            for b in "0 1 2 3 deck discard".split()[n:]
        )
        + """
        no win broker deck 1; no win broker 1 0; no win broker discard deck; no win broker 1
        no win broker 1 4; no win broker 1 croupier; no win broker 0 1 2; no win broker
        """,
    ),
    Scenario(
        "M27 both letters in one place: it is named twice",
        four("broker china uk usa", "film-china letter-uk letter-china ace"),
        f"{SECOND_EVENING}; win broker deck deck; result = broker: 0",
    ),
    Scenario(
        "M27 a place named once must hold exactly one letter",
        four("broker china uk usa", "film-china letter-uk letter-china ace"),
        f"{SECOND_EVENING}; win broker deck discard; 0.eliminated = yes; result = none",
    ),
    Scenario(
        "M27 a place named twice must hold both letters",
        four("broker china uk usa", KEPT),
        f"{SECOND_EVENING}; win broker deck deck; 0.eliminated = yes; result = none; actor = 1",
    ),
    Scenario(
        "M27 an empty place may be named, and is wrong",
        four("broker china uk usa", KEPT),
        f"{SECOND_EVENING}; discard = -; win broker 1 discard; 0.eliminated = yes",
    ),
    Scenario(
        "M27 both letters in the broker's own hand",
        four(
            "broker china uk usa",
            "ace cash-out film-china letter-china film-uk film-usa interrogate letter-uk",
        ),
        f"""
        {CLEARED}; burn 7; draw deck; 0.hand = cash-out letter-china letter-uk; discard cash-out
        burn 2; reshuffle; pass; win broker 0 0; result = broker: 0
        """,
    ),
    Scenario(
        "M27 a letter in the discard deck",
        four("broker china uk usa", KEPT),
        f"""
        {CLEARED}; burn 10; reshuffle letter-uk; burn 1; discard = letter-uk
        win broker 1 discard; result = broker: 0
        """,
    ),
    Scenario(
        "M27 M30 not in the first evening",
        four("broker china uk usa", KEPT),
        f"{CLEARED}; pass * 3; 0.cleared = yes; no win broker 1 deck; no win broker deck deck",
    ),
    Scenario(
        "M27 M30 only Cleared",
        four("china uk broker usa", KEPT),
        f"{SECOND_EVENING}; pass * 2; actor = 2; 2.cleared = no; no win broker 1 deck",
    ),
    Scenario(
        "M27 M29 the hand of someone eliminated is no place",
        SIX,
        ALL_IN_HANDS
        + """
        pass; win hitman 0; 5.eliminated = yes; reshuffle; actor = 0; evening = 2
        no win broker 3 5; no win broker 5 deck; may win broker 3 deck; may win broker 0 4
        win broker 3 deck; result = broker: 0
        """,
    ),
    Scenario(
        "M28 M3 Interpol names a Suspect with a bloodstained card: an interrogate",
        four("interpol china uk usa", KEPT),
        f"{SECOND_EVENING}; 2.hand = interrogate; win interpol 2; result = interpol: 0",
    ),
    Scenario(
        "M28 M3 or a steal",
        four("interpol china uk usa", "steal letter-uk letter-china ace"),
        f"{SECOND_EVENING}; 1.hand = steal; win interpol 1; result = interpol: 0",
    ),
    Scenario(
        "M28 M3 M29 a cash-out is not bloodstained",
        four("interpol china uk usa", KEPT),
        f"""
        {SECOND_EVENING}; 3.hand = cash-out; win interpol 3; result = none; 0.eliminated = yes
        discard = cash-out ace; 3.hand = cash-out; actor = 1
        """,
    ),
    Scenario(
        "M28 M30 a letter is not either, and an item's holder may be named",
        four("interpol china uk usa", KEPT),
        f"{SECOND_EVENING}; may win interpol 1; win interpol 1; 0.eliminated = yes",
    ),
    Scenario(
        "M28 M30 not one who is Cleared, not oneself",
        four("interpol china uk usa", KEPT),
        f"""
        {CLEARED}; burn 10; reshuffle; bribe 1 cash-out; accept; 3.cleared = yes
        no win interpol 3; no win interpol 0; may win interpol 1; may win interpol 2
        """,
    ),
    Scenario(
        "M28 M30 not in the first evening",
        four("interpol china uk usa"),
        f"{CLEARED}; pass * 3; actor = 0; no win interpol 2",
    ),
    Scenario(
        "M28 M30 only Cleared",
        four("china uk interpol usa", KEPT),
        f"{SECOND_EVENING}; pass * 2; actor = 2; 2.cleared = no; no win interpol 3",
    ),
    Scenario(
        "M29 someone eliminated takes no more turns and cannot be named or targeted",
        four("hitman china uk usa"),
        f"""
        {CLEARED}; pass * 3; pass; pass; pass; pass; win hitman 3; actor = 1; turns = 9
        no interrogate 0 pay; may interrogate 2 pay; pass; no steal 0; no bribe 0 interrogate
        no interrogate 0 card; no blackmail 0 interrogate; no blackmail 0 pay
        may blackmail 1 interrogate; pass; actor = 3; pass; actor = 1; turns = 12
        """,
    ),
    Scenario(
        "M29 M20 the hand limit is not looked at, the last card in the alphabet is on top",
        deal(HANDS + " cash-out", "film-usa", "hitman china uk usa", first=1),
        """
        bribe 0 cash-out; accept; bribe 0 interrogate; accept; bribe 0 cash-out; accept
        0.hand = cash-out cash-out interrogate steal; blackmail 3 steal; refuse; 0.cleared = yes
        phase = discard; discard cash-out; draw deck; pass * 3; bribe 0 film-usa; accept; pass * 2
        0.hand = cash-out film-usa interrogate; win hitman 1; phase = action; actor = 1
        discard = interrogate film-usa cash-out cash-out steal
        """,
    ),
    Scenario(
        "M29 M22 a hand that goes to the discard deck when both decks are empty is shuffled",
        SIX,
        ALL_IN_HANDS
        + """
        pass; turns = 19; win hitman 0; active = 5; 5.eliminated = yes; 5.hand = -
        chance = shuffle: film-usa interrogate letter-china
        discard = letter-china interrogate film-usa; evening = 1; turns = 19
        *> 5.identities = hitman
        shuffle film-usa letter-china interrogate; evening = 2; turns = 20; actor = 0
        """,
    ),
    Scenario(
        "M29 two neighbours are out: the turn passes over both",
        SIX,
        ALL_IN_HANDS
        + """
        pass; win hitman 0; reshuffle; win broker 1 1; 0.eliminated = yes; actor = 1
        discard = steal film-uk cash-out; pass * 3; actor = 4; pass; actor = 1
        """,
    ),
    Scenario(
        "M29 the three agents are always left",
        SIX,
        ALL_IN_HANDS
        + """
        pass; win hitman 0; reshuffle film-usa; win broker 1 1; pass; pass
        draw deck; discard steal; pass; pass; pass
        actor = 3; 3.hand = film-usa letter-uk; win journalist film-usa 2
        3.eliminated = yes; actor = 4; may bribe 1 film-china; no bribe 3 film-china
        pass; actor = 1; pass; actor = 2; pass; actor = 4
        """,
    ),
    Scenario(
        "M31 the turn limit",
        THREE,
        """
        pass; turns = 1; phase = action; pass; turns = 2; result = turn-limit: -
        phase = over; actor = none; active = 1; no pass; *> 0.hand = steal
        """,
        turn_limit=2,
    ),
    Scenario(
        "M31 it is 500 turns unless set",
        THREE,
        "pass * 499; phase = action; pass; result = turn-limit: -; turns = 500",
    ),
    Scenario("M31 0 is none", THREE, "pass * 501; phase = action; turns = 501", turn_limit=0),
    Scenario(
        "M31 M20 the last turn is finished first",
        THREE,
        "draw deck; phase = discard; turns = 0; discard steal; result = turn-limit: -; turns = 1",
        turn_limit=1,
    ),
    Scenario(
        "M31 M22 and its shuffle is made",
        deal(HANDS, "ace"),
        """
        draw deck; discard steal; burn 10; phase = chance; turns = 10; result = none
        reshuffle; evening = 2; turns = 11; result = turn-limit: -; discard = -; active = 1
        """,
        turn_limit=11,
    ),
    Scenario(
        "M31 a win in the last turn comes first",
        deal(HANDS, "film-usa"),
        f"{FILM_OF_THREE}; turns = 6; win agent film-usa; result = agents: 0 1; turns = 6",
        turn_limit=7,
    ),
    Scenario(
        "M31 M29 a failed attempt finishes the last turn",
        four("hitman china uk usa", "ace"),
        f"""
        {CLEARED}; pass * 3; turns = 4; win hitman 2
        0.eliminated = yes; turns = 5; result = turn-limit: -
        """,
        turn_limit=5,
    ),
]
