"""What the rules of Kompromat say, as games of a few lines.

A scenario is a board, a script and the seat that starts; its name begins with the rules it shows.
The board names the missions as they are to lie, `hotel/ci-1` with counter-intelligence under it,
the rounds parted by `|`; the rest of the mission deck follows in the order of the rules. The lines
of a script, parted by line ends or semicolons, are

    ACTION              made by whoever must decide
    1! ACTION           made by seat 1 as an interrupt
    no ACTION           refused, and nothing has changed; `no 1! ACTION` too
    legal = A | B       all that is legal for whoever must decide
    1! legal = A | B    all that is legal for seat 1 as an interrupt
    chance = KIND: ...  the chance outcome that is due, and what it takes from
    FIELD = VALUE       in the state: `round = 2`, `0.tokens = 1`, `1.pile 2 = 10 (A)`
    1> FIELD = VALUE    in the view of seat 1; `*>` a spectator's
    1 is shown WORDS    an event of the last action shows this list of cards; `1 is not shown`

and, for what takes many actions,

    decks 10 9 / 2      both seats' equipment: these on top, the others below in the order of K1
    deck 0 10 9         one seat's
    reshuffle ci-1      the missions deck anew: these on top, the others below as they lay
    lay 2 +1            a whole turn: draw, place at mission 2, draw once more, stop
    lay all             the remaining turns, each a card at the first mission open to it
    won 0 1 1 0         a whole round, in which these seats win the missions, and no more

A list is written with spaces and an empty one as `-`; a face-down card in brackets; `top` and
`bottom` are the ends of the mission deck, `0.top` that of seat 0's deck, `left` how many there are.
"""

from collections import Counter
from typing import NamedTuple

EQUIPMENT = "0.5 A A 2 3 4 5 6 7 7 7 8 9 10".split()  # K1
MISSIONS = (  # K2
    "informant pursuit safe-house airport interrogation locker barmaid hotel"
    " code code code document document document ci-1 ci-1 ci-2 ci-2 ci-3"
    " balaclava chloroform drone gps-tracker jetpack newspaper night-vision stun-gun"
    " usb-stick vesper-martini"
).split()


class Scenario(NamedTuple):
    name: str
    board: str  # "" where the deal itself is the point
    script: str
    first: int = 0


def rest(cards: list[str], top: list[str]) -> list[str]:
    """All the cards, these on top."""
    left = Counter(cards) - Counter(top)
    others = []
    for card in cards:
        if left[card]:
            left[card] -= 1
            others.append(card)
    return top + others


def mission_deck(board: str) -> list[str]:
    """The mission deck that lays this board."""
    top = []
    for missions in board.split("|"):
        cards = [card.partition("/") for card in missions.split()]
        top += [under or card for card, _, under in cards]
        top += [card for card, _, under in cards if under]
    return rest(MISSIONS, top)


def statements(script: str) -> list[str]:
    """The lines of a script."""
    lines = script.replace("\n", ";").split(";")
    return [" ".join(line.split()) for line in lines if line.strip()]


# Four missions that hold nothing but points, and four more.
PLAIN = "hotel locker barmaid code"
OTHERS = "document airport pursuit interrogation"

# A deck to fail with three times in a round, holding one card back for the fourth mission.
FAILING = "10 9 3 8 7 7 7 6 5 4 2"
FAIL = "lay 1 +2; lay 1 +2; lay 2 +2; lay 2 +2; lay 3 +3; lay 3 +3; lay 4; lay 4"

# A deck that is all laid at three missions: 26.5 of eight cards, 29 of four and 15 of two.
SPENDING = "0.5 A A 2 3 4 5 10 6 7 7 9 7 8"

SETUP = [
    Scenario(
        "K4 the starter is left to chance, or chosen",
        "",
        """
        phase = chance; actor = chance; round = 1; starter = none; turn = none; current = none
        chance = first: 0 1; left = 0; board = -; resolved = -; 0.left = 0; 1.left = 0
        drawn = none; taking = none; declared = none none; result = none; mission_discard = -
        0.pile 1 = -; 1.pile 4 = -; 0.newspapers = 0 0 0 0; 0.tokens = 0; 1.items = -
        no first 2; no first 00; no first; no First 0; no draw; no missions; no first 0 1
        first 1; starter = 1; actor = chance; 1> starter = 1
        """,
    ),
    Scenario(
        "K2 the mission deck: 29 cards",
        "",
        """
        first 0
        chance = missions: airport balaclava barmaid chloroform ci-1 ci-1 ci-2 ci-2 ci-3 \
            code code code document document document drone gps-tracker hotel informant \
            interrogation jetpack locker newspaper night-vision pursuit safe-house stun-gun \
            usb-stick vesper-martini
        no missions hotel; no first 0
        """,
    ),
    Scenario(
        "K1 K5 both seats shuffle the same 14 cards; the missions are laid with the second deck",
        PLAIN,
        """
        left = 29; board = -; chance = equipment 0: 0.5 10 2 3 4 5 6 7 7 7 8 9 A A
        no equipment 1 0.5 A A 2 3 4 5 6 7 7 7 8 9 10; no equipment 0 0.5 A A 2 3 4 5 6 7 7 8 9 10
        no equipment 0 0.5 A A 2 3 4 5 6 7 7 7 7 9 10; no equipment 0.5 A A 2 3 4 5 6 7 7 7 8 9 10
        deck 0 10 9; 0.left = 14; 0.top = 10 9 0.5; 1.left = 0; board = -; left = 29
        0> 0.left = 14; 1> left = 29; phase = chance
        chance = equipment 1: 0.5 10 2 3 4 5 6 7 7 7 8 9 A A
        deck 1 A; 1.top = A 0.5 A 2; board = hotel locker barmaid code; left = 25
        phase = turn; actor = 0; turn = 0; current = none; top = informant pursuit safe-house
        """,
    ),
    Scenario(
        "K6 what lies on counter-intelligence comes after the first four",
        "hotel locker/ci-1 barmaid code/ci-3",
        """
        decks 10 / 10; board = hotel locker/ci-1 barmaid code/ci-3; left = 23; phase = turn
        *> board = hotel locker/ci-1 barmaid code/ci-3; *> left = 23
        """,
    ),
    Scenario(
        "K6 K7 a second counter-intelligence is put aside, and then shuffled in",
        "",
        """
        first 0; top ci-1 hotel ci-2 locker ci-1 ci-3 barmaid ci-2 code; decks 10 / 9
        board = barmaid/ci-1 hotel code/ci-2 locker; left = 23; bottom = ci-1 ci-3 ci-2
        phase = chance; turn = none; round = 1; 0.left = 14; 1.left = 14; mission_discard = -
        *> board = barmaid/ci-1 hotel code/ci-2 locker; *> left = 23
        chance = reshuffle: airport balaclava chloroform ci-1 ci-2 ci-3 code code document \
            document document drone gps-tracker informant interrogation jetpack newspaper \
            night-vision pursuit safe-house stun-gun usb-stick vesper-martini
        no draw; no reshuffle ci-1; reshuffle ci-3 drone ci-1
        top = ci-3 drone ci-1; left = 23; phase = turn; actor = 0; turn = 0
        board = barmaid/ci-1 hotel code/ci-2 locker
        """,
    ),
    Scenario(
        "K6 K7 four of them at once, and no reshuffle when none is put aside",
        "drone/ci-1 hotel/ci-1 code/ci-2 locker/ci-2",
        """
        decks 10 / 9; phase = turn; board = drone/ci-1 hotel/ci-1 code/ci-2 locker/ci-2; left = 21
        """,
    ),
    Scenario(
        "K7 the last counter-intelligence alone is shuffled too",
        "",
        """
        first 0
        top hotel locker barmaid code code code document document document drone jetpack \
            newspaper night-vision stun-gun usb-stick gps-tracker informant pursuit safe-house \
            airport interrogation ci-1 ci-1 ci-2 balaclava ci-2 ci-3 chloroform vesper-martini
        won 0 0 0 1; won 0 0 0 1; won 0 0 0 1; won 0 0 0 1; won 0 0 0 1; decks 10 / 9
        board = interrogation balaclava/ci-1 chloroform/ci-1 vesper-martini/ci-2; left = 2
        phase = chance; chance = reshuffle: ci-2 ci-3; reshuffle ci-3; top = ci-3 ci-2
        phase = turn; actor = 1; round = 6
        """,
    ),
]

TURNS = [
    Scenario(
        "K8 the first card is public when it is drawn, and laid face up",
        PLAIN,
        """
        decks 10 9 / 2 3; phase = turn; actor = 0; turn = 0; legal = draw; no stop; no place 1
        no pass; 1! legal = -; no 1! draw
        draw; phase = place; drawn = 10; *> drawn = 10; 1> drawn = 10; current = none
        0.left = 13; 1> 0.left = 13; 0.top = 9 0.5
        legal = place 1 | place 2 | place 3 | place 4; no place 0; no place 5; no place 01; no draw
        place 3; phase = push; actor = 0; current = 3; drawn = none; 0.pile 3 = 10
        *> 0.pile 3 = 10; legal = draw | stop
        """,
    ),
    Scenario(
        "K9 further cards face down, one at a time, at the same mission",
        PLAIN,
        """
        decks 5 4 3 / 2; draw; place 2; draw; 0.pile 2 = 5 (4); drawn = none; phase = push
        legal = draw | stop; draw; 0.pile 2 = 5 (4) (3); 0.left = 11; stop
        phase = turn; actor = 1; turn = 1; current = none
        """,
    ),
    Scenario(
        "K10 over 21 a seat must stop, and is asked all the same",
        PLAIN,
        """
        decks 10 9 2 A / 5; draw; place 1; draw; legal = draw | stop
        draw; legal = draw | stop; draw; 0.pile 1 = 10 (9) (2) (A); legal = stop; phase = push
        actor = 0; no draw; no place 2; stop; actor = 1
        """,
    ),
    Scenario(
        "K10 an ace counts 1 for this, and 21.5 is over",
        PLAIN,
        "decks A 10 A 9 0.5 / 5; draw; place 1; draw; draw; draw; legal = draw | stop; "
        "draw; legal = stop",
    ),
    Scenario(
        "K10 K23 a newspaper counts",
        "newspaper hotel locker barmaid | " + OTHERS,
        """
        won 1 1 1 1; decks 10 7 2 A / 2 3; draw; place 1; draw; draw; legal = draw | stop
        1! legal = use newspaper 1; 1! use newspaper 1; 0.newspapers = 1 0 0 0; phase = push
        actor = 0; turn = 0; current = 1; legal = stop; no draw; stop; actor = 1
        """,
        first=1,
    ),
    Scenario(
        "K10 K21 over 21, a gps-tracker takes the last card back",
        "gps-tracker hotel locker barmaid | " + OTHERS,
        """
        won 0 0 0 0; decks 10 9 8 2 / 5; draw; place 1; draw; draw
        legal = stop | use gps-tracker; use gps-tracker
        0.pile 1 = 10 (9); 0.left = 12; 0.top = 8 2; 0.items = -; 0.used = gps-tracker
        phase = push; actor = 0; legal = draw | stop; draw; 0.pile 1 = 10 (9) (8); legal = stop
        """,
        first=1,
    ),
    Scenario(
        "K11 K14 without equipment a seat must stop, and the other goes on alone",
        PLAIN,
        f"""
        decks {SPENDING} / 2 3 4 5; lay 2 +7; lay 1; lay 3 +3; lay 2; draw; place 4; draw
        0.left = 0; 0.pile 4 = 7 (8); legal = stop; phase = push; no draw; stop
        actor = 1; lay 3; actor = 1; phase = turn; lay 4; turn = none; phase = declare
        """,
    ),
    Scenario(
        "K12 K15 face-down cards: whose, when, where",
        PLAIN,
        """
        decks 5 4 3 6 2 / 7 8
        draw; place 1; draw; draw
        0> 0.pile 1 = 5 (4) (3); 1> 0.pile 1 = 5 (?) (?); *> 0.pile 1 = 5 (?) (?)
        0> 0.left = 11; 1> 0.left = 11
        stop; 0> 0.pile 1 = 5 (?) (?)
        draw; place 1; draw; 1> 1.pile 1 = 7 (8); 0> 1.pile 1 = 7 (?); *> 1.pile 1 = 7 (?)
        1> 0.pile 1 = 5 (?) (?); stop; 1> 1.pile 1 = 7 (?)
        draw; 0> 0.pile 1 = 5 (?) (?); place 2; draw
        0> 0.pile 2 = 6 (2); 0> 0.pile 1 = 5 (?) (?); 0.pile 1 = 5 (4) (3)
        """,
    ),
    Scenario(
        "K12 K22 the pile drawn at is seen where a jetpack takes it",
        "jetpack hotel locker barmaid | " + OTHERS,
        """
        won 0 0 0 0; decks 5 4 3 / 2; draw; place 1; draw
        legal = draw | stop | use jetpack 1 2 | use jetpack 1 3 | use jetpack 1 4
        use jetpack 1 4; current = 4; 0.pile 1 = -; 0.pile 4 = 5 (4); 0> 0.pile 4 = 5 (4)
        1> 0.pile 4 = 5 (?); draw; 0.pile 4 = 5 (4) (3); 0> 0.pile 4 = 5 (4) (3)
        stop; 0> 0.pile 4 = 5 (?) (?)
        """,
        first=1,
    ),
    Scenario(
        "K13 no cards are added to a mission on a later turn",
        PLAIN,
        """
        decks 5 4 3 / 2 3; lay 3; lay 3; draw; legal = place 1 | place 2 | place 4; no place 3
        place 1; stop; draw; legal = place 1 | place 2 | place 4
        """,
    ),
    Scenario(
        "K13 K22 a jetpack reopens the mission it leaves",
        "jetpack hotel locker barmaid | " + OTHERS,
        """
        won 0 0 0 0; decks 5 4 3 / 2 3; lay 1; lay 1; draw
        legal = place 2 | place 3 | place 4 | use jetpack 1 2 | use jetpack 1 3 | use jetpack 1 4
        use jetpack 1 3; phase = place; drawn = 4; current = none
        legal = place 1 | place 2 | place 4; place 1; 0.pile 1 = 4; 0.pile 3 = 5
        """,
        first=1,
    ),
    Scenario(
        "K14 turns end when both have attempted all four",
        PLAIN,
        """
        decks 10 9 8 7 / 2 3 4 A; lay 1; lay 2; lay 2; lay 1; lay 4; lay 3; lay 3; actor = 1
        lay 4; phase = declare; actor = 1; turn = none; current = 4; resolved = 1 2 3
        """,
    ),
    Scenario(
        "K14 K21 a card put back gives turns again",
        "gps-tracker hotel locker barmaid | " + OTHERS,
        f"""
        won 0 0 0 0; decks {SPENDING} / 2 3 4 5; lay 2 +7; lay 1; lay 3 +3; lay 2; lay 4 +1
        actor = 1; 0.left = 0; 0! legal = use gps-tracker; draw; 0! use gps-tracker; phase = place
        actor = 1; drawn = 4; 0.left = 1; 0.top = 8; 0.pile 4 = 7; place 3; stop
        phase = turn; actor = 0; draw; legal = place 1; place 1; 0.pile 1 = 8; legal = stop; stop
        actor = 1; phase = turn
        """,
        first=1,
    ),
    Scenario(
        "K14 K21 once the reveal has begun there are no more turns",
        "gps-tracker hotel locker barmaid | " + OTHERS,
        f"""
        won 0 0 0 0; decks {SPENDING} / 2 3 4 5; lay 2 +7; lay 1; lay 3 +3; lay 2; lay 4 +1; lay 3
        lay 4; phase = window; actor = 0; current = 1; legal = pass | use gps-tracker
        use gps-tracker; 0.left = 1; turn = none; phase = declare; actor = 0; current = 2
        0.won = gps-tracker hotel locker barmaid; 1.won = document
        """,
        first=1,
    ),
    Scenario(
        "K15 a chosen stop and a forced one look the same",
        PLAIN,
        """
        decks 10 9 8 / 2 3; draw; place 1; draw; draw; 1> phase = push; 1> actor = 0
        1> 0.pile 1 = 10 (?) (?); stop; 1> 0.pile 1 = 10 (?) (?); 1> actor = 1; 1> 0.left = 11
        """,
    ),
]

ITEMS = [
    Scenario(
        "K16 an item is used once, and scores as it did",
        "night-vision hotel locker barmaid | " + OTHERS,
        """
        won 0 1 1 1; 0.items = night-vision; 0.used = -; *> 0.items = night-vision
        decks 10 / 9; use night-vision; 0.items = -; 0.used = night-vision; 0.won = night-vision
        1> 0.used = night-vision; legal = draw; no use night-vision
        """,
        first=1,
    ),
    Scenario(
        "K17 at any decision of your own turn, before the first draw included",
        "night-vision drone newspaper jetpack | " + OTHERS,
        """
        won 0 0 0 0; decks 10 9 / 9 8; lay 1; lay 1 +1
        legal = draw | use drone 1 | use jetpack 1 2 | use jetpack 1 3 | use jetpack 1 4 \
            | use newspaper 1 | use night-vision
        use night-vision; phase = turn; actor = 0; draw
        legal = place 2 | place 3 | place 4 | use drone 1 | use jetpack 1 2 | use jetpack 1 3 \
            | use jetpack 1 4 | use newspaper 1
        use newspaper 1; phase = place; drawn = 9; place 2
        legal = draw | stop | use drone 1 | use jetpack 1 3 | use jetpack 1 4 | use jetpack 2 3 \
            | use jetpack 2 4
        use drone 1; phase = push; current = 2; use jetpack 1 3; phase = push; current = 2
        legal = draw | stop; 0.used = night-vision newspaper drone jetpack
        """,
        first=1,
    ),
    Scenario(
        "K17 interrupts, at any decision of the other's turn; the same phase goes on",
        "night-vision drone newspaper jetpack | " + OTHERS,
        """
        won 1 1 1 1; decks 10 9 3 8 / 9 8; 1! legal = use night-vision; no 1! draw; no use drone 1
        1! use night-vision; phase = turn; actor = 0; turn = 0; draw; 1! legal = -; place 1
        1! legal = use newspaper 1; draw; 1! legal = use drone 1 | use newspaper 1
        no 1! use drone 2; no 1! stop; no use newspaper 1
        1! use drone 1; 0.pile 1 = 10 9; phase = push; actor = 0; draw; 0.pile 1 = 10 9 (3)
        1! legal = use newspaper 1; stop; lay 1; draw
        1! legal = use jetpack 1 2 | use jetpack 1 3 | use jetpack 1 4 | use newspaper 1
        1! use jetpack 1 3; phase = place; actor = 0; turn = 0; drawn = 8; 1.pile 3 = 9
        current = none
        """,
        first=1,
    ),
    Scenario(
        "K17 no interrupts in the reveal, and no items between two declarations",
        "drone newspaper hotel locker | " + OTHERS,
        """
        won 0 1 0 0; decks 10 A / 9 A; lay 1 +1; lay 1 +1; lay all; phase = window; actor = 0
        legal = pass | use drone 1; 1! legal = -; no 1! use newspaper 1; no use newspaper 1
        pass; actor = 1; 0! legal = -; no 0! use drone 1; pass
        phase = declare; actor = 0; legal = declare 11 | declare 21; 1! legal = -
        no use drone 1; no 1! use newspaper 1; declare 21; actor = 1
        legal = declare 10 | declare 20; 0! legal = -; no use newspaper 1
        """,
        first=1,
    ),
    Scenario(
        "K17 K19 K27 chloroform and vesper martini wait for their moment",
        "chloroform vesper-martini hotel locker/ci-1 | " + OTHERS,
        """
        decks 10 9 8 7 / 2 3 4 5; lay all; phase = adjust; current = 3
        no use chloroform; pass; phase = adjust; current = 4; pass; phase = cover
        legal = pass | use chloroform; no use vesper-martini +1; pass
        0.items = chloroform vesper-martini; decks 9 / 9
        0! legal = -; draw; place 1; 0! legal = -; no 0! use chloroform
        no 0! use vesper-martini +1; stop; legal = draw; no use vesper-martini -1; draw; place 1
        legal = draw | stop
        """,
    ),
    Scenario(
        "K18 a balaclava discards two tokens",
        "balaclava/ci-3 hotel locker barmaid | " + OTHERS,
        """
        won 0 1 1 1; 0.tokens = 3; decks 9 / 9; legal = draw | use balaclava; use balaclava
        0.tokens = 1; 0.used = balaclava; phase = turn
        """,
        first=1,
    ),
    Scenario(
        "K18 or the only one",
        "balaclava/ci-1 hotel locker barmaid | " + OTHERS,
        "won 0 1 1 1; 0.tokens = 1; decks 9 / 9; draw; use balaclava; 0.tokens = 0; phase = place",
        first=1,
    ),
    Scenario(
        "K18 and needs one",
        "balaclava hotel/ci-1 locker barmaid | " + OTHERS,
        "won 0 1 1 1; 1.tokens = 1; decks 9 / 9; legal = draw; no use balaclava",
        first=1,
    ),
    Scenario(
        "K20 a drone turns up all the cards at one mission; later ones lie face down",
        "drone hotel locker barmaid | " + OTHERS,
        """
        won 1 1 1 1; decks 5 4 3 2 / 9; draw; place 1; 1! legal = -; draw; draw
        1! legal = use drone 1; no 1! use drone 2; no 1! use drone; no 1! use drone 1 1
        1! use drone 1; 0.pile 1 = 5 4 3; *> 0.pile 1 = 5 4 3; 1> 0.pile 1 = 5 4 3
        draw; 0.pile 1 = 5 4 3 (2); 1> 0.pile 1 = 5 4 3 (?); stop; 0> 0.pile 1 = 5 4 3 (?)
        """,
        first=1,
    ),
    Scenario(
        "K20 only at unresolved missions",
        "hotel drone locker barmaid",
        """
        decks 10 9 8 7 / 2 3 4 5 6 0.5; lay 1; lay 1 +1; lay 2; lay 2; lay 3; lay 3 +1; lay 4
        lay 4; phase = window; current = 3; actor = 0; legal = pass | use drone 3; no use drone 1
        use drone 3; round = 2; 0.won = hotel drone barmaid; 1.won = locker
        """,
    ),
    Scenario(
        "K21 not while the last card lies face up or is in hand",
        "gps-tracker hotel locker barmaid | " + OTHERS,
        """
        won 0 0 0 0; decks 5 4 3 2 A / 9; legal = draw; draw; legal = place 1 | place 2 | place 3 \
            | place 4
        place 1; legal = draw | stop; draw; legal = draw | stop | use gps-tracker; stop
        0! legal = use gps-tracker; lay 1; legal = draw | use gps-tracker; draw
        no use gps-tracker; place 2; no use gps-tracker; 0.pile 1 = 5 (4); stop; 0! legal = -
        """,
        first=1,
    ),
    Scenario(
        "K21 not after a drone or a stun-gun, and no earlier card instead",
        "gps-tracker drone stun-gun barmaid | " + OTHERS,
        """
        won 0 1 1 1; decks 5 4 3 2 A / 9; draw; place 1; draw; draw
        1! use stun-gun 1 3; 0.pile 1 = 5 (4); 0.discard = 3; legal = draw | stop
        no use gps-tracker; draw; legal = draw | stop | use gps-tracker; 1! use drone 1
        0.pile 1 = 5 4 2; legal = draw | stop; no use gps-tracker
        """,
        first=1,
    ),
    Scenario(
        "K21 K26 not twice the same card, unless it is drawn again",
        "gps-tracker usb-stick hotel locker | " + OTHERS,
        """
        won 0 0 1 1; decks 5 4 3 2 / 9; draw; place 1; draw; draw; use gps-tracker; 0.top = 3 2
        0.pile 1 = 5 (4); legal = draw | stop; no use usb-stick gps-tracker; draw
        legal = draw | stop | use usb-stick gps-tracker; use usb-stick gps-tracker; 0.top = 3 2
        0.pile 1 = 5 (4); 0.used = gps-tracker usb-stick; 0.left = 12
        """,
        first=1,
    ),
    Scenario(
        "K21 wherever it is now: a jetpack has moved it",
        "gps-tracker jetpack hotel locker | " + OTHERS,
        """
        won 0 0 1 1; decks 5 4 3 / 9 8; lay 1 +1; draw; 0! use jetpack 1 3
        0! legal = use gps-tracker; 0! use gps-tracker; 0.pile 3 = 5; 0.pile 1 = -; 0.top = 4 3
        """,
        first=1,
    ),
    Scenario(
        "K21 the card drawn last this round: none yet",
        "gps-tracker hotel locker barmaid | " + OTHERS,
        """
        decks 10 9 8 7 6 / 2 3 4 5 A; lay 1; lay 1; lay 2; lay 2; lay 3; lay 3; lay 4 +1; lay 4
        phase = window; legal = pass | use gps-tracker; pass; legal = pass | use gps-tracker; pass
        legal = pass | use gps-tracker; pass; round = 2; decks 5 / 9; 0! legal = -; lay 1
        legal = draw
        """,
    ),
    Scenario(
        "K22 a jetpack: from a mission with cards to one without, your own counting only",
        "jetpack hotel locker barmaid | " + OTHERS,
        """
        won 0 0 0 0; decks 5 4 3 / 9 8; lay 1 +1; lay 3; lay 2
        0! legal = use jetpack 1 3 | use jetpack 1 4 | use jetpack 2 3 | use jetpack 2 4
        no 0! use jetpack 1 2; no 0! use jetpack 3 4; no 0! use jetpack 1 1; no 0! use jetpack 1
        0! use jetpack 1 3; 0.pile 1 = -; 0.pile 3 = 5 (4); 1.pile 3 = 9
        """,
        first=1,
    ),
    Scenario(
        "K22 faces and order are kept; a newspaper does not move along",
        "jetpack newspaper drone barmaid | " + OTHERS,
        """
        won 0 1 1 1; decks 5 4 3 2 / 9 8; draw; place 1; draw; 1! use drone 1; draw
        1! use newspaper 1; use jetpack 1 2; 0.pile 2 = 5 4 (3); 0.newspapers = 1 0 0 0
        current = 2; draw; 0.pile 2 = 5 4 (3) (2)
        """,
        first=1,
    ),
    Scenario(
        "K10 K22 K23 a jetpack leaves the newspaper, and with it the 3",
        "jetpack newspaper drone barmaid | " + OTHERS,
        """
        won 0 1 1 1; decks 10 9 2 / 9 8; draw; place 1; draw; 1! use newspaper 1
        legal = stop | use jetpack 1 2 | use jetpack 1 3 | use jetpack 1 4; use jetpack 1 2
        legal = draw | stop
        """,
        first=1,
    ),
    Scenario(
        "K22 both missions unresolved",
        "jetpack hotel locker barmaid",
        f"""
        decks {SPENDING} / 2 3 4 5; lay 2 +7; lay 1; lay 3 +3; lay 2; lay 1 +1; lay 3; lay 4
        phase = window; current = 2; actor = 0; resolved = 1; 0.pile 1 = -
        legal = pass | use jetpack 2 4 | use jetpack 3 4; no use jetpack 2 1; use jetpack 2 4
        phase = declare; current = 4; actor = 0; 0.tokens = 1; 1.won = hotel locker
        legal = declare 26.5 | declare 36.5 | declare 46.5; declare 26.5; 0.tokens = 2
        1.won = hotel locker barmaid
        """,
    ),
    Scenario(
        "K23 a newspaper lies at the other's mission, and counts for what lies there later",
        "newspaper jetpack hotel locker | " + OTHERS,
        """
        won 0 1 0 1; decks 10 9 8 7 / 6 A 4 3; no use newspaper 1; lay 1; lay 1
        legal = draw | use newspaper 1; use newspaper 1; 1.newspapers = 1 0 0 0; 0.used = newspaper
        lay 2; use jetpack 1 4; 1.pile 4 = 6; 1.newspapers = 1 0 0 0; lay 1; lay all
        phase = declare; actor = 1; declared = 10 none; legal = declare 14 | declare 4
        1.newspapers = 1 0 0 0; declare 14; 1.won = jetpack locker document; round = 3
        1.newspapers = 0 0 0 0
        """,
        first=1,
    ),
    Scenario(
        "K23 two newspapers count 6",
        "newspaper usb-stick hotel locker | " + OTHERS,
        """
        won 0 0 1 1; decks 10 9 8 7 / A 6 5 4; lay 1; lay 1; no use usb-stick newspaper 1
        use newspaper 1; use usb-stick newspaper 1; 1.newspapers = 2 0 0 0; lay all
        phase = declare; actor = 1; legal = declare 17 | declare 7; declare 7
        0.won = newspaper usb-stick document airport pursuit interrogation
        """,
        first=1,
    ),
    Scenario(
        "K23 K31 with no cards there it does nothing, and no total is declared",
        "newspaper jetpack hotel locker | " + OTHERS,
        f"""
        won 0 1 1 1; decks 10 A 2 3 4 / {SPENDING}; lay 1 +1; lay 1 +7; use newspaper 1; lay 2
        lay 2 +3; lay 3; lay 3 +1; 1! legal = use jetpack 1 4 | use jetpack 2 4 | use jetpack 3 4
        1! use jetpack 1 4; lay 4; phase = declare; actor = 0; current = 1
        1.newspapers = 1 0 0 0; declare 11; phase = declare; actor = 1; current = 4
        declared = 4 none; 0.won = newspaper document airport; 1.newspapers = 0 0 0 0
        1.won = jetpack hotel locker pursuit; 1.tokens = 1
        """,
        first=1,
    ),
    Scenario(
        "K24 night vision shows the next five cards of your own deck, to you alone",
        "night-vision hotel locker barmaid | " + OTHERS,
        """
        won 0 0 0 0; decks 5 4 3 2 A 10 9 / 8; draw; use night-vision; 0 is shown 4 3 2 A 10
        1 is not shown 4 3 2 A 10; * is not shown 4 3 2 A 10; 0.left = 13; 0.top = 4 3 2 A 10 9
        phase = place
        """,
        first=1,
    ),
    Scenario(
        "K24 or what is left of it, which must be something",
        "night-vision hotel locker barmaid | " + OTHERS,
        f"""
        won 0 0 0 0; decks {SPENDING} / 2 3 4 5; lay 2 +7; lay 1; lay 3 +3; lay 2; draw
        legal = place 1 | place 4 | use night-vision; place 4
        legal = draw | stop | use night-vision; draw; legal = stop; stop; 0! legal = -
        no 0! use night-vision
        """,
        first=1,
    ),
    Scenario(
        "K24 fewer than five cards",
        "night-vision hotel locker barmaid | " + OTHERS,
        f"""
        won 0 0 0 0; decks {SPENDING} / 2 3 4 5; lay 2 +7; lay 1; lay 3 +3; lay 2; use night-vision
        0 is shown 7 8; 1 is not shown 7 8
        """,
        first=1,
    ),
    Scenario(
        "K25 a stun-gun discards a face-down card, unseen by anybody",
        "stun-gun hotel locker barmaid | " + OTHERS,
        """
        won 1 1 1 1; decks 10 5 7 2 3 4 / 9 8 6 4; draw; place 1; 1! legal = -; draw; draw
        1! legal = use stun-gun 1 2 | use stun-gun 1 3; no 1! use stun-gun 1 1; legal = stop
        no 1! use stun-gun 1 4; no 1! use stun-gun 1; no 1! use stun-gun 2 1
        1! use stun-gun 1 2; 0.pile 1 = 10 (7); 0.discard = 5; 0> 0.discard = ?; 1> 0.discard = ?
        *> 0.discard = ?; legal = draw | stop; 0> 0.pile 1 = 10 (7); 1> 0.pile 1 = 10 (?); stop
        lay all; round = 3
        """,
        first=1,
    ),
    Scenario(
        "K25 in the reveal neither; when the game is over everything is shown",
        "hotel/ci-3 code/ci-2 locker/ci-2 stun-gun | document/ci-1 airport pursuit barmaid",
        """
        won 0 0 0 1; 0.tokens = 7; decks 10 5 3 9 8 7 7 6 4 / 9 A 8 2; draw; place 1; draw; draw
        1! use stun-gun 1 3; draw; stop; lay 1; lay 2 +2; lay all
        phase = declare; actor = 1; current = 2; 0.discard = 3 10 5 9; 0> 0.discard = ? 10 5 9
        1> 0.discard = ? 10 5 9; *> 0.discard = ? 10 5 9; 1> 0.pile 2 = 8 7 7; declare 11
        phase = over; 0.discard = 3 10 5 9 8 7 7; 0> 0.discard = 3 10 5 9 8 7 7
        1> 0.discard = 3 10 5 9 8 7 7; *> 0.discard = 3 10 5 9 8 7 7; *> 0.left = 5
        """,
        first=1,
    ),
]

MORE_ITEMS = [
    Scenario(
        "K26 the usb-stick: an item that you have used, as that item, under its conditions",
        "drone usb-stick night-vision locker | " + OTHERS,
        """
        won 0 0 1 0; decks 5 4 3 2 / 9 6 8 7; lay 1; lay 1 +1; legal = draw | use drone 1
        no use usb-stick drone 1; no use usb-stick; no use usb-stick night-vision
        no use usb-stick usb-stick drone 1
        use drone 1; legal = draw; no use usb-stick drone 1; 0.items = usb-stick; lay 2
        draw; place 2; draw; 0! legal = use usb-stick drone 2
        0! use usb-stick drone 2; 1.pile 2 = 8 7; 0.items = -; 0.used = drone usb-stick
        0.won = drone usb-stick locker
        """,
        first=1,
    ),
    Scenario(
        "K26 not what only the other has used",
        "night-vision usb-stick hotel locker | " + OTHERS,
        """
        won 1 0 0 0; decks 5 / 9; legal = draw; 1! use night-vision; legal = draw
        no use usb-stick night-vision
        """,
        first=1,
    ),
    Scenario(
        "K26 K18 also an item used rounds before",
        "balaclava/ci-1 usb-stick/ci-3 hotel locker | " + OTHERS,
        """
        won 0 0 1 1; 0.tokens = 4; decks 5 4 3 2 / 9 8 7 6; use balaclava
        0.tokens = 2; legal = draw | use usb-stick balaclava; lay all
        phase = chance; round = 3; decks 5 / 9; 0! legal = use usb-stick balaclava
        0! use usb-stick balaclava; 0.tokens = 0; 0.used = balaclava usb-stick
        """,
        first=1,
    ),
]

REVEAL = [
    Scenario(
        "K28 the missions one at a time, 1 to 4",
        PLAIN,
        """
        decks A A 2 3 / 9 8 7 6; lay 3; lay 3; lay 1; lay 1; lay 2; lay 2; lay 4; lay 4
        phase = declare; current = 1; turn = none; resolved = -; 0.pile 3 = A; declare 11
        phase = declare; current = 3; resolved = 1 2; declare 1; phase = chance; round = 2
        0.won = hotel; 1.won = locker barmaid code
        """,
    ),
    Scenario(
        "K29 K30 the window: the starting seat first, and a use takes back the other's pass",
        "drone newspaper hotel locker | " + OTHERS,
        """
        won 0 1 0 1; decks 10 2 9 8 7 / 9 3 8 7 6; lay 1 +1; lay 1 +1; lay all
        phase = window; current = 1; turn = none; actor = 0; resolved = -; declared = none none
        legal = pass | use drone 1; pass; phase = window; actor = 1
        legal = pass | use newspaper 1 | use newspaper 2 | use newspaper 3 | use newspaper 4
        use newspaper 1; phase = window; actor = 0; legal = pass | use drone 1; pass
        phase = chance; round = 3; 0.items = drone; 1.won = newspaper locker
        0.won = drone hotel document airport pursuit interrogation
        """,
        first=1,
    ),
    Scenario(
        "K29 who has used an item is asked again until it passes",
        "newspaper stun-gun gps-tracker drone | " + OTHERS,
        """
        won 0 0 1 1; decks 10 2 9 8 7 / 9 3 8 7 6; lay 1 +1; lay 1 +1; lay all; actor = 0
        legal = pass | use newspaper 1 | use newspaper 2 | use newspaper 3 | use newspaper 4 \
            | use stun-gun 1 2
        use newspaper 4; phase = window; actor = 0; legal = pass | use stun-gun 1 2; pass
        phase = window; actor = 1; legal = pass | use drone 1; use drone 1; 0.pile 1 = 10 2
        phase = window; actor = 0; use stun-gun 1 2; round = 3; 1.items = gps-tracker
        0.won = newspaper stun-gun document airport pursuit
        1.won = gps-tracker drone interrogation
        """,
        first=1,
    ),
    Scenario(
        "K30 a seat that holds only other items is not asked",
        "balaclava/ci-1 night-vision hotel locker | " + OTHERS,
        "won 0 0 1 1; 0.tokens = 1; decks 10 9 8 7 / 2 3 4 5; lay all; phase = chance; round = 3",
    ),
    Scenario(
        "K30 but when asked it may use those too",
        "balaclava/ci-1 night-vision newspaper locker | " + OTHERS,
        """
        won 0 0 0 1; decks 10 9 8 7 / 2 3 4 5; lay all; phase = window; actor = 0
        legal = pass | use balaclava | use newspaper 1 | use newspaper 2 | use newspaper 3 \
            | use newspaper 4 | use night-vision
        use night-vision; actor = 0; use balaclava; 0.tokens = 0; phase = window; actor = 0
        use newspaper 4; phase = chance; round = 3; 1.won = locker interrogation
        """,
    ),
    Scenario(
        "K30 the window is held where nobody has cards, too; K37 such a card is discarded",
        "jetpack hotel locker barmaid | " + OTHERS,
        f"""
        won 0 0 0 0; decks {SPENDING} / {SPENDING}; lay 2 +7; lay 2 +7; lay 3 +3; lay 3 +3
        lay 4 +1; lay 4 +1; phase = window; current = 1; actor = 0
        legal = pass | use jetpack 2 1 | use jetpack 3 1 | use jetpack 4 1; pass
        mission_discard = document; phase = declare; current = 2; resolved = 1
        """,
        first=1,
    ),
    Scenario(
        "K31 the starting seat turns up and declares before the other turns up",
        PLAIN,
        """
        decks 3 2 A 4 5 6 / A 9 4 5 6; lay 1 +2; lay 1 +1; lay all
        phase = declare; actor = 0; current = 1; 0.pile 1 = 3 2 A; 1.pile 1 = A (9)
        *> 0.pile 1 = 3 2 A; *> 1.pile 1 = A (?); 1> 1.pile 1 = A (?)
        legal = declare 16 | declare 6; no declare 17; no declare 16.0; no pass; no declare
        declare 16; declared = 16 none; *> declared = 16 none; phase = declare; actor = 1
        1.pile 1 = A 9; 0> 1.pile 1 = A 9; legal = declare 10 | declare 20; no declare 16
        declare 20; round = 2; 1.won = hotel; mission_discard = locker barmaid code
        """,
    ),
    Scenario(
        "K31 every possible total, over 21 too; halves",
        PLAIN,
        """
        decks 0.5 A A 9 4 5 6 / 7 6 5 4; lay 1 +3; lay all; actor = 0
        legal = declare 11.5 | declare 21.5 | declare 31.5; declare 31.5
        0.tokens = 1; 1.won = hotel locker; 0.won = code; mission_discard = barmaid
        """,
    ),
    Scenario(
        "K31 without an ace the total is declared by itself",
        PLAIN,
        """
        decks 10 9 4 5 6 / A 2 8 7; lay 1 +1; lay all; phase = declare; actor = 1
        declared = 19 none; 0.pile 1 = 10 9; *> 0.pile 1 = 10 9; legal = declare 1 | declare 11
        declare 11; 0.won = hotel locker; 1.won = barmaid code
        """,
    ),
    Scenario(
        "K32 K33 K27 a total stands, but for the vesper martini",
        "vesper-martini hotel locker barmaid",
        """
        decks 10 8 7 6 / 2 A 7 8 5; lay 1; lay 1; lay 2; lay 2 +1; lay all
        current = 2; phase = declare; actor = 1; declare 8; phase = adjust; actor = 0; turn = none
        declared = 8 8; legal = pass | use vesper-martini +1 | use vesper-martini -1; 1! legal = -
        no use vesper-martini 1; no use vesper-martini +2; no use vesper-martini; no declare 8
        0.pile 2 = 8; 1.pile 2 = A 7; current = 2; use vesper-martini +1
        0.won = vesper-martini hotel barmaid; 0.used = vesper-martini
        """,
    ),
    Scenario(
        "K27 K34 it may fail its owner, who may want that",
        "vesper-martini hotel locker barmaid",
        """
        decks 5 10 9 2 8 7 / 3 4 6 2; lay 1; lay 1; lay 2 +2; lay all
        phase = adjust; actor = 0; current = 2; declared = 21 4; use vesper-martini +1
        0.tokens = 1; 1.won = hotel; 0.won = vesper-martini locker barmaid
        """,
    ),
    Scenario(
        "K27 K35 or make a total perfect",
        "vesper-martini/ci-1 hotel locker barmaid",
        """
        decks 5 10 9 3 8 7 / 3 4 6 2; lay 1; lay 1; lay 2 +2; lay all
        phase = adjust; declared = 22 4; 0.tokens = 1; use vesper-martini -1
        phase = perfect; actor = 0; declared = 21 4; legal = keep | shed; 1! legal = -; no pass
        shed; 0.tokens = 0; 0.won = vesper-martini hotel locker barmaid
        """,
    ),
    Scenario(
        "K27 a total below nought collects where nobody else does",
        "vesper-martini usb-stick hotel locker",
        """
        decks 5 6 0.5 7 / 4 2 10 9 3 8; lay 1; lay 1; lay 2; lay 2; lay 3; lay 3 +2; lay all
        phase = adjust; current = 2; declared = 6 2; pass
        phase = adjust; current = 3; declared = 0.5 22
        legal = pass | use vesper-martini +1 | use vesper-martini -1; use vesper-martini -1
        phase = adjust; actor = 0; declared = -0.5 22
        legal = pass | use usb-stick vesper-martini +1 | use usb-stick vesper-martini -1; pass
        phase = adjust; current = 4; declared = 7 8; pass; 1.tokens = 1
        0.won = vesper-martini usb-stick hotel; 1.won = locker
        """,
    ),
    Scenario(
        "K33 its owner is asked where it has cards only",
        "vesper-martini hotel locker barmaid | " + OTHERS,
        f"""
        won 0 0 0 0; decks {SPENDING} / 2 3 4 5; lay 2 +7; lay 1; lay 3 +3; lay 2; lay 4 +1; lay 3
        lay 4; phase = declare; current = 2; resolved = 1; 1.won = document; declare 26.5
        phase = adjust; actor = 0; declared = 26.5 3; use vesper-martini -1; 0.tokens = 2
        1.won = document airport pursuit; round = 3
        """,
        first=1,
    ),
    Scenario(
        "K33 K26 through the usb-stick too, on the same total",
        "vesper-martini usb-stick hotel locker",
        """
        decks 10 9 8 7 / 2 3 8 7; lay all; phase = adjust; current = 2; pass; current = 3
        no use usb-stick vesper-martini +1; use vesper-martini +1; declared = 9 8
        use usb-stick vesper-martini +1; 0.won = vesper-martini usb-stick hotel
        mission_discard = locker; 0.used = vesper-martini usb-stick
        """,
    ),
    Scenario(
        "K34 K37 a failed seat takes a token; where both fail the card is discarded",
        PLAIN,
        f"""
        decks {FAILING} / {FAILING}; {FAIL}; 0.tokens = 3; 1.tokens = 3; 0.won = -; 1.won = -
        mission_discard = hotel locker barmaid code; round = 2
        """,
    ),
    Scenario(
        "K35 a perfect seat may discard a token, in reveal order",
        "hotel/ci-1 locker/ci-1 barmaid code | " + OTHERS,
        """
        won 0 1 0 1; 0.tokens = 1; 1.tokens = 1; decks 10 9 2 4 5 6 / 10 8 3 4 5 6; lay 1 +2
        lay 1 +2; lay all; phase = perfect; actor = 1; declared = 21 21; legal = keep | shed
        0! legal = -; no draw; shed; 1.tokens = 0; phase = perfect; actor = 0; keep; 0.tokens = 1
        mission_discard = ci-1 ci-1 document airport pursuit interrogation; round = 3
        """,
    ),
    Scenario(
        "K35 if it has any",
        PLAIN,
        "decks 10 9 2 8 7 6 / 5 4 3 2; lay 1 +2; lay all; phase = chance; round = 2; "
        "0.won = hotel locker barmaid code",
    ),
    Scenario(
        "K35 after all failures, before the mission card",
        "balaclava/ci-3 hotel/ci-2 locker/ci-2 code/ci-1 | " + OTHERS,
        """
        won 0 0 0 1; 0.tokens = 7; 1.tokens = 1; decks 10 9 3 8 7 7 6 5 / 4 10 9 2 8 7
        lay 1; lay 1 +2; lay 2 +2; lay 2 +2; lay all
        phase = rescue; actor = 0; current = 2; declared = 22 21; 0.tokens = 8; taking = 1
        use balaclava; 0.tokens = 7; phase = perfect; actor = 1; taking = none
        1.won = code document; shed; 1.tokens = 0; 1.won = code document airport pursuit \
            interrogation
        """,
    ),
    Scenario(
        "K38 tied: more cards; still tied: nobody, and no tokens",
        "hotel/ci-2 locker barmaid code",
        """
        decks 8 4 3 2 6 / 8 7 6 5; lay 1; lay 1; lay 2 +1; lay all; round = 2
        mission_discard = hotel ci-2; 0.tokens = 0; 1.tokens = 0; 0.won = locker code
        1.won = barmaid
        """,
    ),
    Scenario(
        "K38 K23 a newspaper is no equipment card",
        "newspaper hotel locker barmaid",
        """
        decks 2 8 7 6 / 10 8 3 5 4; lay 1; lay 1; lay 2; lay 2 +1; lay all; phase = window
        actor = 1; legal = pass | use newspaper 2 | use newspaper 3 | use newspaper 4
        use newspaper 2; 1.won = newspaper hotel; 0.won = locker barmaid
        """,
    ),
    Scenario(
        "K39 as many tokens as exclamation marks",
        "hotel/ci-3 locker/ci-2 barmaid/ci-1 code",
        """
        won 0 1 0 1; 0.tokens = 4; 1.tokens = 2; mission_discard = ci-3 ci-2 ci-1
        0.won = hotel barmaid
        """,
    ),
    Scenario(
        "K39 K19 chloroform: no tokens",
        "chloroform hotel/ci-3 locker barmaid",
        """
        decks 10 9 8 7 / 2 3 4 5; lay all; phase = cover; actor = 0; current = 2; turn = none
        0.won = chloroform hotel; mission_discard = ci-3; resolved = 1; declared = 9 3
        board = chloroform hotel/ci-3 locker barmaid; 0.pile 2 = 9; 1.pile 2 = 3; taking = none
        0.discard = 10; legal = pass | use chloroform; 1! legal = -; no use chloroform 2
        use chloroform; 0.tokens = 0; 0.used = chloroform; 0.items = -; round = 2
        """,
    ),
    Scenario(
        "K39 passing takes them",
        "chloroform hotel/ci-3 locker barmaid",
        """
        decks 10 9 8 7 / 2 3 4 5; lay all; pass; 0.tokens = 3; 0.items = chloroform; round = 2
        """,
    ),
    Scenario(
        "K39 an item just collected can be used; K19 only over counter-intelligence",
        "chloroform/ci-2 hotel locker/ci-1 usb-stick/ci-3",
        """
        decks 10 9 8 7 / 2 3 4 5; lay all; phase = cover; actor = 0; current = 1
        0.items = chloroform; legal = pass | use chloroform; use chloroform
        phase = cover; actor = 0; current = 4; 0.tokens = 1; 0.won = chloroform hotel locker \
            usb-stick
        legal = pass | use usb-stick chloroform; no use chloroform; use usb-stick chloroform
        0.tokens = 1; 0.used = chloroform usb-stick; round = 2
        """,
    ),
    Scenario(
        "K39 not what the other holds, and never without counter-intelligence",
        "chloroform hotel/ci-3 locker barmaid",
        "decks 10 3 8 5 / 2 9 4 7; lay all; round = 2; 1.tokens = 3; 0.items = chloroform",
    ),
]

END = [
    Scenario(
        "K36 nine tokens lose at once; all stays as it lay",
        "hotel/ci-3 locker/ci-2 barmaid/ci-2 code/ci-1 | " + OTHERS,
        """
        won 0 0 0 0; 0.tokens = 8; decks 10 9 8 7 6 5 / 2 3 A 4; lay 1 +2; lay 1; lay 2; lay 2 +1
        0> 1.pile 2 = 3 (?); lay all; phase = over; actor = none; legal = -; 0.tokens = 9
        result = notoriety: 1; points = 18 0; current = 1; turn = none; taking = none; resolved = -
        declared = 27 2; 0.discard = 10 9 8; 0.pile 1 = -; 1.pile 1 = 2; 1.pile 2 = 3 (A)
        0> 1.pile 2 = 3 (A); *> 1.pile 2 = 3 (A); *> top = informant safe-house; no draw
        board = document airport pursuit interrogation; round = 2
        """,
        first=1,
    ),
    Scenario(
        "K36 K18 a balaclava in time",
        "balaclava/ci-3 locker/ci-2 barmaid/ci-2 code/ci-1 | " + OTHERS,
        """
        won 0 0 0 0; 0.tokens = 8; decks 10 9 8 7 6 5 / 2 3 4 A; lay 1 +2; lay all
        phase = rescue; actor = 0; taking = 1; turn = none; current = 1; declared = 27 2
        legal = pass | use balaclava; 1! legal = -; 0.tokens = 8; 0.discard = 10 9 8
        0.pile 1 = -; 1.pile 1 = 2; use balaclava; taking = none; 0.tokens = 7; 1.won = document
        phase = declare; actor = 1; current = 4
        """,
        first=1,
    ),
    Scenario(
        "K36 or not",
        "balaclava/ci-3 locker/ci-2 barmaid/ci-2 code/ci-1 | " + OTHERS,
        """
        won 0 0 0 0; decks 10 9 8 7 6 5 / 2 3 4 A; lay 1 +2; lay all; phase = rescue; pass
        phase = over; 0.tokens = 9; taking = none; result = notoriety: 1; 0.items = balaclava
        points = 17 0
        """,
        first=1,
    ),
    Scenario(
        "K36 K26 asked again as long as it would reach nine",
        "balaclava/ci-2 usb-stick/ci-2 hotel/ci-1 locker | document airport code pursuit/ci-3",
        f"""
        won 0 0 0 0; 0.tokens = 5; decks {FAILING} / 5 4 3 0.5; lay 1 +2; lay 1; lay 2 +2; lay 2
        lay 3 +3; lay 3; lay 4; lay 4; phase = rescue; taking = 3; 0.tokens = 8; current = 4
        0.won = balaclava usb-stick hotel locker pursuit; mission_discard = ci-2 ci-2 ci-1 \
            ci-3
        resolved = 1 2 3; declared = 2 0.5; legal = pass | use balaclava; use balaclava
        0.tokens = 6; phase = rescue; actor = 0; taking = 3; legal = pass | use usb-stick balaclava
        use usb-stick balaclava; 0.tokens = 7; taking = none; phase = chance; round = 3
        """,
        first=1,
    ),
    Scenario(
        "K36 passing ends the asking",
        "balaclava/ci-2 usb-stick/ci-2 hotel/ci-1 locker | document airport pursuit barmaid/ci-3",
        f"""
        won 0 0 0 0; decks {FAILING} / 5 4 3 0.5; lay 1 +2; lay 1; lay 2 +2; lay 2; lay 3 +3
        lay 3; lay 4; lay 4; use balaclava; phase = rescue; pass; phase = over; 0.tokens = 9
        result = notoriety: 1; 0.items = usb-stick; resolved = 1 2 3
        """,
        first=1,
    ),
    Scenario(
        "K36 a balaclava that does not help is offered all the same",
        "balaclava/ci-2 code/ci-2 hotel/ci-1 locker | document airport pursuit barmaid/ci-3",
        f"""
        won 0 0 0 0; decks {FAILING} / 5 4 3 0.5; lay 1 +2; lay 1; lay 2 +2; lay 2; lay 3 +3
        lay 3; lay 4; lay 4; phase = rescue; use balaclava; phase = over; 0.tokens = 9
        """,
        first=1,
    ),
    Scenario(
        "K3 K36 tokens beyond the supply count at the last taking",
        "hotel locker barmaid code | document airport pursuit interrogation"
        " | informant safe-house code/ci-3 document",
        f"""
        decks {FAILING} / {FAILING}; {FAIL}; decks {FAILING} / {FAILING}; {FAIL}
        0.tokens = 6; 1.tokens = 6; decks 10 9 3 8 7 7 4 5 / 10 9 3 8 7 7 2 6
        lay 1 +2; lay 1 +2; lay 2 +2; lay 2 +2; lay all
        phase = over; 0.tokens = 11; 1.tokens = 8; result = notoriety: 1; points = 13 8
        current = 3; resolved = 1 2; 0.won = code; declared = 4 2
        """,
    ),
    Scenario(
        "K40 K4 K5 the next round: the other seat starts, and everything is shuffled",
        PLAIN,
        """
        won 0 0 1 1; phase = chance; actor = chance; round = 2; starter = 1; turn = none
        current = none; board = -; resolved = -; declared = none none; 0.left = 0; 1.left = 0
        0.discard = -; 1.discard = -; 0.pile 1 = -; 1.pile 4 = -; left = 25
        0.won = hotel locker; 1.won = barmaid code; mission_discard = -
        chance = equipment 0: 0.5 10 2 3 4 5 6 7 7 7 8 9 A A
        decks 9 / 10; actor = 1; turn = 1; board = informant pursuit safe-house airport; 0.left = 14
        """,
    ),
    Scenario(
        "K40 a resolved mission: its cards are discarded, and what it was can still be read",
        PLAIN,
        """
        decks 10 3 9 A 8 / 2 4 5 6; lay 1 +1; lay 1; lay 2 +1; lay all; phase = declare
        current = 2; resolved = 1; board = hotel locker barmaid code; 0.discard = 10 3
        1.discard = 2; 0.pile 1 = -; 1.pile 1 = -; *> 0.discard = 10 3; 0.pile 2 = 9 A
        """,
    ),
    Scenario(
        "K40 K41 K42 after six rounds most points win",
        "informant pursuit safe-house airport | interrogation locker barmaid hotel"
        " | code code code document | document document balaclava chloroform"
        " | drone gps-tracker jetpack newspaper | night-vision stun-gun usb-stick vesper-martini",
        """
        won 0 0 0 1; won 1 1 1 1; won 0 0 1 0; won 1 1 0 0; won 0 0 0 0; round = 6; starter = 1
        won 1 1 1 1; phase = over; actor = none; result = points: 0; points = 27 25
        current = none; turn = none; resolved = 1 2 3 4; declared = none none; round = 6
        left = 5; top = ci-1 ci-1 ci-2 ci-2 ci-3; *> top = ci-1 ci-1 ci-2 ci-2 ci-3; 0.left = 10
        0.discard = 2 3 4 5; 1.discard = 10 9 8 7; starter = 1; legal = -; no first 0
        """,
    ),
    Scenario(
        "K41 three of a kind; K42 a draw",
        "informant pursuit safe-house airport | interrogation locker barmaid hotel"
        " | code code code document | document document balaclava chloroform"
        " | drone gps-tracker jetpack newspaper | night-vision stun-gun usb-stick vesper-martini",
        """
        won 0 0 0 1; won 1 1 1 1; won 0 0 0 1; won 1 1 0 0; won 0 0 0 1; won 1 1 1 1
        result = draw: -; points = 30 30; 0.tokens = 0; 1.tokens = 0
        """,
    ),
    Scenario(
        "K42 tied, the seat with more tokens; K41 used items score too",
        "informant pursuit safe-house airport | interrogation locker barmaid hotel"
        " | code code code document | document document balaclava/ci-2 chloroform"
        " | drone gps-tracker jetpack newspaper | night-vision stun-gun usb-stick vesper-martini",
        """
        won 0 0 0 1; won 1 1 1 1; won 0 0 0 1; won 1 1 0 0; 0.tokens = 2; won 0 0 1 1
        decks 2 3 4 5 / 10 9 8 7; lay 1; lay 1; use jetpack 1 2; lay 1; lay all
        pass; pass; pass; pass; 1.used = jetpack; result = tie-break: 0; points = 31 31
        """,
    ),
]

SCENARIOS = [*SETUP, *TURNS, *ITEMS, *MORE_ITEMS, *REVEAL, *END]
