"""What the rules of The Croupier say, as games of a few lines (see scenarios_microfilms)."""

from collections.abc import Sequence

from tests.second.scenarios_microfilms import Scenario, deal


def croupier(
    deck: str = "",
    hands: str = "steal cash-out",
    who: str = "china uk usa",
    covers: str = "broker interpol",
    letters: str = "china uk",
    first: int = 0,
) -> str:
    """Unless said otherwise seat 0 is China, seat 1 the UK, the croupier the USA."""
    return deal(hands, deck, who, letters, first, covers)


# Seat 0 gets Cleared at the first turn. Its steal and the first card of the deck are the
# croupier's, who gets Cleared at the second turn. Then seat 0 is on.
BRIBED = "bribe croupier steal; pass; actor = 0; 0.cleared = yes; croupier.cleared = yes"

# After that seat 0 draws the second card of the deck, and is on again.
WITH_FILM = f"{BRIBED}; draw deck; pass; actor = 0"

# To the second evening, with the croupier at 8 francs. The first and third cards of the deck are
# his, seat 0 is Cleared and holds the fourth and sixth; all others are laid again and shuffled.
SECOND_EVENING = """
    blackmail croupier steal; burn 9; reshuffle; actor = 0; evening = 2; 0.cleared = yes
    croupier.francs = 8; croupier.cleared = yes
"""


def agent(name: str, letters: str, film: str, result: str) -> Scenario:
    return Scenario(
        f"M24 C8 {name}",
        croupier(f"cash-out {film}", letters=letters),
        f"{WITH_FILM}; win agent {film}; result = agents: {result}",
    )


def claim(name: str, letters: str, film: str, result: str, there: str = "") -> Scenario:
    return Scenario(
        f"C10 {name}",
        croupier(there or film, letters=letters),
        f"{BRIBED}; win croupier {film}; result = croupier-hand: {result}",
    )


SCENARIOS: Sequence[Scenario] = [
    Scenario(
        "C1 M4 the three agents: one for each seat, one for the croupier",
        "",
        """
        phase = chance; croupier.identities = -; croupier.hand = -; croupier.francs = 0
        croupier.cleared = no; house = 30; 0> croupier.hand = 0
        agents china uk ussr; chance = identities: agent-china agent-uk agent-ussr
        no identities agent-china agent-uk; no identities agent-china agent-uk hitman
        no identities agent-china agent-uk journalist; no covers broker interpol
        identities agent-ussr agent-china agent-uk
        0.identities = agent-ussr; 1.identities = agent-china; croupier.identities = agent-uk
        0> croupier.identities = ?; *> croupier.identities = ?; 0> 0.identities = agent-ussr
        """,
        seats=2,
    ),
    Scenario(
        "C1 each seat gets a second identity; the hitman is not used",
        "",
        """
        agents china uk usa; identities agent-china agent-uk agent-usa
        chance = covers: broker interpol journalist
        no covers hitman broker; no covers broker broker; no covers broker; no letters china uk
        no covers broker interpol journalist; covers journalist broker
        0.identities = agent-china journalist; 1.identities = agent-uk broker
        croupier.identities = agent-usa; 0> 0.identities = agent-china journalist
        0> 1.identities = ? ?; *> 0.identities = ? ?; 0> croupier.identities = ?
        chance = letters: china uk usa
        """,
        seats=2,
    ),
    Scenario(
        "C1 C2 the ace is not used; the croupier gets no card and nobody a franc",
        "",
        """
        agents china uk usa; identities agent-china agent-uk agent-usa; covers broker interpol
        letters china usa
        chance = actions: cash-out cash-out cash-out interrogate interrogate interrogate steal steal
        no actions steal cash-out steal; actions steal cash-out; croupier.hand = -
        chance = deck: cash-out cash-out film-china film-uk film-usa interrogate interrogate \
            interrogate letter-china letter-usa steal
        deck cash-out cash-out film-china film-uk film-usa interrogate interrogate interrogate \
            letter-china letter-usa steal
        chance = first: 0 1; no first 2; no first croupier; first 1
        house = 30; 0.francs = 0; 1.francs = 0; croupier.francs = 0; croupier.cleared = no
        0.cleared = no; 1.cleared = no; 0.eliminated = no; actor = 1; active = 1; croupier.hand = -
        """,
        seats=2,
    ),
    Scenario(
        "C3 M17 both identities are shuffled with the hand",
        croupier(hands="interrogate cash-out"),
        """
        interrogate 1 card; chance = show: agent-uk cash-out interpol; no show agent-usa
        no show broker; show interpol; 0> 1.identities = ? ?; 1.identities = agent-uk interpol
        """,
    ),
    Scenario(
        "C4 with 0 or 1 cards he draws one, after each player's turn",
        croupier("film-china film-uk"),
        """
        pass; croupier.hand = film-china; actor = 1; active = 1; turns = 1; phase = action
        croupier.francs = 0; croupier.cleared = no; 0> croupier.hand = 1; 0> deck = 10
        pass; croupier.hand = film-china film-uk; croupier.francs = 0; croupier.cleared = no
        turns = 2; actor = 0
        """,
    ),
    Scenario(
        "C4 with 2 he takes a franc and is Cleared",
        croupier("film-china film-uk"),
        """
        pass * 3; croupier.francs = 1; croupier.cleared = yes; house = 26; actor = 1; deck = \
            cash-out cash-out film-usa interrogate interrogate interrogate letter-china letter-uk \
            steal
        croupier.hand = film-china film-uk; *> croupier.francs = 1; *> croupier.cleared = yes
        """,
    ),
    Scenario(
        "C4 with 3 he takes a franc, is Cleared, and discards one by chance",
        croupier("film-china film-uk"),
        """
        pass * 2; bribe croupier steal; phase = chance; actor = chance; active = croupier
        chance = drop: film-china film-uk steal; turns = 3; pending = none
        croupier.francs = 1; croupier.cleared = yes; croupier.hand = film-china film-uk steal
        no drop film-usa; no drop; no pass; no drop steal steal; no discard steal
        drop steal; discard = steal; croupier.hand = film-china film-uk; *> discard = steal 1
        actor = 1; active = 1; phase = action; turns = 3; house = 27
        """,
    ),
    Scenario(
        "C4 C5 a bribe that makes two cards: a franc, no draw",
        croupier("film-china film-uk"),
        """
        pass; bribe croupier cash-out; croupier.hand = cash-out film-china; croupier.francs = 1
        croupier.cleared = yes; 1.cleared = yes; actor = 0
        """,
    ),
    Scenario(
        "C4 M22 the player's shuffle comes before his turn",
        croupier(),
        """
        pass * 2; burn 8; croupier.francs = 8; burn 1; active = 0; phase = chance; turns = 10
        croupier.francs = 8; reshuffle; turns = 11; evening = 2; croupier.francs = 9; active = 1
        """,
    ),
    Scenario(
        "C4 M22 the last card is his: the shuffle after his turn",
        croupier("film-china film-uk"),
        """
        pass * 2; burn 8; blackmail croupier steal; take film-uk; deck = -; phase = chance
        active = croupier; actor = chance; turns = 11; evening = 1; pending = none
        croupier.hand = film-china steal; croupier.cleared = no; croupier.francs = 8
        reshuffle; evening = 2; turns = 11; actor = 1; active = 1; discard = -
        """,
    ),
    Scenario(
        "C4 M2 an empty house pays him nothing; he becomes Cleared all the same",
        croupier("cash-out film-uk cash-out film-china interrogate", "cash-out interrogate"),
        """
        cash-out; blackmail croupier interrogate; take cash-out; draw deck; 0.hand = cash-out
        croupier.hand = film-china film-uk; cash-out; croupier.francs = 1; cash-out; draw discard
        draw discard; cash-out; cash-out; draw discard; draw discard; cash-out; house = 3
        croupier.francs = 9; cash-out; house = 0; croupier.francs = 9; phase = action; turns = 13
        draw deck; pass; house = 0; croupier.francs = 9; blackmail croupier interrogate
        take film-uk; croupier.cleared = no; croupier.francs = 9; pass
        croupier.cleared = yes; croupier.francs = 9; house = 0; phase = action; actor = 1
        """,
    ),
    Scenario(
        "C4 M31 the turn limit counts players' turns and comes before his",
        croupier(),
        "pass; result = turn-limit: -; croupier.hand = -; active = 0; turns = 1; phase = over",
        turn_limit=1,
    ),
    Scenario(
        "C4 M31 his turns do not count",
        croupier(),
        """
        pass; turns = 1; pass; turns = 2; croupier.francs = 0; pass; result = turn-limit: -
        turns = 3; croupier.francs = 0; croupier.cleared = no
        """,
        turn_limit=3,
    ),
    Scenario(
        "C4 M22 M31 the limit comes after the player's shuffle",
        croupier(),
        """
        pass * 2; burn 9; reshuffle; result = turn-limit: -; evening = 2; croupier.francs = 8
        active = 0; turns = 11
        """,
        turn_limit=11,
    ),
    Scenario(
        "C5 M13 he always accepts a bribe and is not asked",
        croupier("film-china"),
        """
        bribe croupier steal; phase = action; actor = 1; pending = none; 0.cleared = yes; 0.hand = -
        croupier.hand = film-china steal; croupier.cleared = no; *> croupier.hand = 2
        0> croupier.hand = 2; 1> 0.hand = 0
        """,
    ),
    Scenario(
        "C5 M18 he refuses, with francs and a cash-out too",
        croupier("cash-out film-uk film-china"),
        """
        pass * 4; croupier.francs = 2; croupier.cleared = yes; blackmail croupier steal
        phase = chance; pending = blackmail 0 croupier; active = 0; chance = take: cash-out film-uk
        0.cleared = yes; croupier.cleared = no; discard = steal; no pay; no refuse; no defend
        take cash-out; 0.hand = cash-out; croupier.hand = film-china film-uk; croupier.francs = 2
        0.francs = 2; actor = 1
        """,
    ),
    Scenario(
        "C5 M18 with an empty hand nothing is taken",
        croupier("film-china"),
        """
        blackmail croupier steal; 0.cleared = yes; 0.hand = -; phase = action; actor = 1
        croupier.hand = film-china; pending = none; discard = steal
        """,
    ),
    Scenario(
        "C5 M15 he can be stolen from",
        croupier(),
        """
        pass * 5; croupier.francs = 3; cash-out; croupier.francs = 4; steal croupier
        0.francs = 5; croupier.francs = 3; discard = steal cash-out
        """,
    ),
    Scenario(
        "C5 all that a seat can do to him and to the other",
        croupier("film-china"),
        """
        legal = blackmail 1 steal | blackmail croupier steal | bribe 1 steal \
            | bribe croupier steal | draw deck | pass | steal 1 | steal croupier
        no bribe 0 steal; no bribe 2 steal; no steal 2; no blackmail Croupier steal; pass * 2
        may interrogate croupier pay; may interrogate 1 pay; no blackmail croupier pay; pass * 2
        may blackmail croupier pay
        """,
    ),
    Scenario(
        "C5 the other player and the croupier, as the second seat sees them",
        croupier(hands="cash-out steal", first=1),
        """
        actor = 1; legal = blackmail 0 steal | blackmail croupier steal | bribe 0 steal \
            | bribe croupier steal | draw deck | pass | steal 0 | steal croupier
        """,
    ),
    Scenario(
        "C6 he cannot be interrogated without a card",
        croupier(hands="interrogate cash-out"),
        """
        croupier.hand = -; no interrogate croupier card; may interrogate 1 card
        may blackmail croupier interrogate; may bribe croupier interrogate; pass
        croupier.hand = cash-out; pass; 0.francs = 1; may interrogate croupier card
        may interrogate croupier pay
        """,
    ),
    Scenario(
        "C6 he shows a card of his hand, never his identity",
        croupier("film-china film-uk"),
        """
        pass * 2; interrogate croupier pay; pending = interrogate 0 croupier
        chance = show: film-china film-uk; no show agent-usa; show film-uk
        croupier.hand = film-china film-uk; 0> croupier.hand = 2; 0> croupier.identities = ?
        actor = 1; croupier.francs = 1
        """,
    ),
    Scenario(
        "C7 at 10 francs both players lose",
        croupier(),
        """
        pass * 11; croupier.francs = 9; phase = action; result = none; actor = 1; pass
        result = croupier-francs: -; croupier.francs = 10; phase = over; actor = none
        active = croupier; turns = 12; house = 8; no pass; *> croupier.identities = agent-usa
        *> letters = china uk; legal = -
        """,
    ),
    Scenario(
        "C7 at once, before any discard",
        croupier("film-china film-uk"),
        """
        pass * 11; bribe croupier cash-out; result = croupier-francs: -
        croupier.hand = cash-out film-china film-uk; discard = -
        """,
    ),
    Scenario(
        "C7 C4 becoming Cleared goes with the franc",
        croupier("film-china film-uk", hands="steal interrogate"),
        """
        pass * 11; croupier.francs = 9; blackmail croupier interrogate; take film-uk
        croupier.cleared = no; croupier.francs = 9; pass; result = croupier-francs: -
        croupier.cleared = yes
        """,
    ),
    agent(
        "allied with the croupier, the other's film: both win", "china usa", "film-uk", "0 croupier"
    ),
    agent("allied with the croupier, his film: the other wins", "china usa", "film-usa", "1"),
    agent(
        "allied with the croupier, one's own film: the other wins", "china usa", "film-china", "1"
    ),
    agent("allied players, the croupier's film: both win", "china uk", "film-usa", "0 1"),
    agent("allied players, the other's film: both lose to him", "china uk", "film-uk", "croupier"),
    agent("allied players, one's own film: both lose to him", "china uk", "film-china", "croupier"),
    agent("alone, the other's film: wins", "uk usa", "film-uk", "0"),
    agent("alone, the croupier's film: wins", "uk usa", "film-usa", "0"),
    agent(
        "alone, one's own film: the other and the croupier win",
        "uk usa",
        "film-china",
        "1 croupier",
    ),
    Scenario(
        "C8 M25 the journalist wins alone, whoever is allied",
        croupier("letter-uk film-uk", covers="journalist broker"),
        f"{WITH_FILM}; win journalist film-uk 1; result = journalist: 0",
    ),
    Scenario(
        "C8 M25 the journalist is wrong: the other wins alone at once",
        croupier("letter-uk film-uk", covers="journalist broker", letters="uk usa"),
        f"""
        {WITH_FILM}; turns = 4; win journalist film-uk croupier; result = failed-attempt: 1
        0.hand = film-uk; 0.eliminated = no; turns = 4; active = 0; croupier.francs = 3
        """,
    ),
    Scenario(
        "C8 the second seat is wrong: the first wins",
        croupier("letter-uk film-china", covers="broker journalist"),
        """
        pass; bribe croupier cash-out; pass; draw deck; pass; 1.hand = film-china
        may win journalist film-china 0; win journalist film-china croupier
        result = failed-attempt: 0
        """,
    ),
    Scenario(
        "C8 M27 the broker is wrong",
        croupier("letter-china film-uk film-china"),
        f"{SECOND_EVENING}; win broker deck deck; result = failed-attempt: 1; 0.eliminated = no",
    ),
    Scenario(
        "C8 M28 Interpol is wrong",
        croupier(covers="interpol broker"),
        f"{SECOND_EVENING}; 1.hand = cash-out; win interpol 1; result = failed-attempt: 1",
    ),
    Scenario(
        "C8 M28 Interpol is right",
        croupier(hands="steal interrogate", covers="interpol broker"),
        f"{SECOND_EVENING}; 1.hand = interrogate; win interpol 1; result = interpol: 0",
    ),
    Scenario(
        "C8 a seat may attempt with either identity",
        croupier("letter-uk film-uk", covers="journalist broker"),
        f"""
        {WITH_FILM}; may win agent film-uk; may win journalist film-uk 1; may win croupier film-uk
        no win hitman 1; no win broker deck deck; no win interpol 1
        """,
    ),
    Scenario(
        "C9 the journalist may name the croupier",
        croupier("letter-uk film-usa", covers="journalist broker"),
        f"""
        {WITH_FILM}; may win journalist film-usa 1; no win journalist film-usa 0
        win journalist film-usa croupier; result = journalist: 0
        """,
    ),
    Scenario(
        "C9 the journalist may not reveal the film of their own agent's nation",
        croupier("letter-uk film-china", covers="journalist broker"),
        f"""
        {WITH_FILM}; 0.hand = film-china; no win journalist film-china 1
        no win journalist film-china croupier; may win agent film-china
        """,
    ),
    Scenario(
        "C9 M27 the croupier's hand is a place, named after the seats",
        croupier("letter-china film-uk film-china"),
        SECOND_EVENING
        + "".join(
            f"; may win broker {a} {b}"
            for n, a in enumerate("0 1 croupier deck discard".split())
            for b in "0 1 croupier deck discard".split()[n:]
        )
        + """
        no win broker deck croupier; no win broker croupier 1; no win broker 1 0
        croupier.hand = film-china letter-china; win broker croupier deck; result = broker: 0
        """,
    ),
    Scenario(
        "C9 M27 both letters in his hand",
        croupier("letter-china film-uk letter-uk"),
        f"{SECOND_EVENING}; win broker croupier croupier; result = broker: 0",
    ),
    Scenario(
        "C9 M28 M30 Interpol names the croupier, when he is a Suspect",
        croupier("film-uk film-usa interrogate", "steal interrogate", covers="interpol broker"),
        f"""
        {SECOND_EVENING}; no win interpol croupier; may win interpol 1; pass
        croupier.francs = 9; blackmail croupier interrogate; take film-uk; croupier.cleared = no
        actor = 0; may win interpol croupier; no win interpol 1
        win interpol croupier; result = interpol: 0
        """,
    ),
    claim("allied with him, the other's film: wins with him", "china usa", "film-uk", "0 croupier"),
    claim("allied with him, his own film: the other wins", "china usa", "film-usa", "1"),
    claim(
        "allied with the other, the other's film: the croupier wins",
        "china uk",
        "film-uk",
        "croupier",
    ),
    claim(
        "allied with the other, the croupier's film: the other wins", "china uk", "film-usa", "1"
    ),
    claim("alone, the other's film: the other wins, alone", "uk usa", "film-uk", "1"),
    claim("alone, the croupier's film: the other wins, alone", "uk usa", "film-usa", "1"),
    claim("allied with him, but it is not there", "china usa", "film-uk", "1", "film-usa"),
    claim("allied with the other, and it is not there", "china uk", "film-uk", "1", "film-usa"),
    claim("alone, and it is not there", "uk usa", "film-usa", "1", "film-uk"),
    Scenario(
        "C10 the second seat claims, and winners are written with the croupier last",
        croupier("film-china", letters="uk usa"),
        """
        pass; bribe croupier cash-out; pass; actor = 1; 1.cleared = yes; no win croupier film-uk
        turns = 3; win croupier film-china; result = croupier-hand: 1 croupier; phase = over
        croupier.hand = cash-out film-china; 1.hand = -; active = 1; turns = 3; actor = none
        """,
    ),
    Scenario(
        "C10 the second seat claims what is not there: the first wins",
        croupier("film-china"),
        """
        pass; bribe croupier cash-out; pass; win croupier film-usa; result = croupier-hand: 0
        """,
    ),
    Scenario(
        "C10 M30 not the film of one's own nation, though it is there",
        croupier("film-china"),
        f"""
        {BRIBED}; croupier.hand = film-china steal; no win croupier film-china
        may win croupier film-uk; may win croupier film-usa; no win agent film-china
        no win croupier; no win croupier film-ussr; no win croupier steal
        """,
    ),
    Scenario(
        "C10 the player must be Cleared",
        croupier("film-china"),
        f"{BRIBED}; pass; actor = 1; 1.cleared = no; no win croupier film-china",
    ),
    Scenario(
        "C10 the croupier must be Cleared",
        croupier("film-uk", hands="steal interrogate"),
        """
        bribe croupier steal; blackmail croupier interrogate; take steal; croupier.cleared = no
        actor = 0; 0.cleared = yes; croupier.hand = cash-out film-uk; no win croupier film-uk
        """,
    ),
    Scenario(
        "C11 his hand and identity are hidden, his count, francs and token are not",
        croupier("film-china film-uk"),
        """
        pass * 3; 0> croupier.hand = 2; 1> croupier.hand = 2; *> croupier.hand = 2
        0> croupier.identities = ?; 1> croupier.identities = ?; *> croupier.identities = ?
        0> croupier.francs = 1; 0> croupier.cleared = yes; 0> 1.identities = ? ?; 0> 1.hand = 1
        """,
    ),
    Scenario(
        "M13 M18 between the two players all is as in the big game",
        croupier(hands="steal cash-out"),
        """
        bribe 1 steal; pending = bribe 0 1 steal; 1> pending = bribe 0 1 ?
        legal = accept | decline; decline; 0.cleared = no; 0.hand = steal; pass; 1.francs = 1
        blackmail 1 steal; legal = defend | refuse; defend; discard = cash-out steal
        0.cleared = no; 1.hand = -; actor = 1
        """,
    ),
    Scenario(
        "M20 M22 C4 the hand limit is the players', not his",
        croupier("film-china film-uk"),
        """
        draw deck; phase = discard; active = 0; croupier.hand = -; discard steal
        croupier.hand = film-uk; actor = 1
        """,
    ),
]
