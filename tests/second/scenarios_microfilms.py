"""What the rules of [microfilms] say, as games of a few lines.

A scenario is a deal and a script; its name begins with the rules it shows. The lines of a script,
parted by line ends or semicolons, are

    ACTION              made by whoever must decide; `ACTION * 3`: three times
    no ACTION           refused, and nothing has changed
    may ACTION          legal
    legal = A | B       all that is legal
    chance = KIND: ...  the chance outcome that is due, and what it takes from
    FIELD = VALUE       in the state: `house = 29`, `0.hand = ace steal`, `croupier.francs = 1`
    1> FIELD = VALUE    in the view of seat 1; `*>` a spectator's
    burn 3              three draws from the deck, each card laid again where one must be laid
    reshuffle A B       the shuffle that is due: these on top, the others below, sorted

where a list is written with spaces and an empty one as `-`, a result as `REASON: WINNERS`, what is
pending as `KIND BY TO CARD`, and the discard deck in a view as `TOP COUNT`.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple


class Scenario(NamedTuple):
    name: str
    opening: str  # the chance outcomes that deal the cards, one a line; "" where they are the point
    script: str
    seats: int = 0  # 0: as many as the opening deals to; 2 is The Croupier
    turn_limit: int | None = None  # None: the game's own

    @property
    def game(self) -> str:
        return "croupier" if self.table_size == 2 else "microfilms"

    @property
    def table_size(self) -> int:
        (actions,) = [line for line in self.opening.splitlines() if line.startswith("actions")] or [
            ""
        ]
        return self.seats or len(actions.split()) - 1

    @property
    def options(self) -> dict[str, int]:
        return {} if self.turn_limit is None else {"turn_limit": self.turn_limit}


NATIONS = ("china", "uk", "usa", "ussr")
ACTIONS = ["cash-out"] * 3 + ["interrogate"] * 3 + ["steal"] * 2


def deal(
    hands: str,
    deck: str = "",
    who: str = "",
    letters: str = "china uk",
    first: int = 0,
    covers: str = "",
) -> str:
    """A deal: the card of each seat, the top of the deck, the nation or freelancer of each seat.

    In The Croupier the third identity is his, and `covers` are the seats' second ones.
    """
    hand, top = hands.split(), deck.split()
    identities = who.split() or ["china", "uk", "usa", "broker", "hitman", "interpol"][: len(hand)]
    nations = [nation for nation in NATIONS if nation in identities]
    items = [f"film-{nation}" for nation in nations] + [f"letter-{n}" for n in letters.split()]
    if not covers:
        items.append("ace")
    rest = Counter(ACTIONS + items) - Counter(hand + top)
    return "\n".join(
        [
            "agents " + " ".join(nations),
            "identities " + " ".join(f"agent-{i}" if i in nations else i for i in identities),
            *([f"covers {covers}"] if covers else []),
            f"letters {letters}",
            f"actions {hands}",
            "deck " + " ".join(top + sorted(rest.elements())),
            f"first {first}",
        ]
    )


# Three seats: 0 is China and 1 the UK, allied; 2 is the USA, alone, and has a franc.
HANDS = "steal cash-out interrogate"
THREE = deal(HANDS)

# Seat 0 gets Cleared, and the cash-out of seat 1, who is left without a card.
CLEARED = "blackmail 1 steal; refuse; take cash-out"


def four(who: str, deck: str = "", letters: str = "china uk", first: int = 0) -> str:
    """Four seats, of whom the third and fourth have a franc."""
    return deal(HANDS + " cash-out", deck, who, letters, first)


# Six seats, where everybody bribes and then draws until both decks are empty. Everyone is Cleared,
# it is the turn of seat 4, and they hold: 0 cash-out film-uk steal, 1 cash-out interrogate,
# 2 ace interrogate, 3 letter-uk steal, 4 cash-out film-china, 5 film-usa interrogate letter-china.
SIX = deal(
    "interrogate steal interrogate cash-out cash-out interrogate",
    "film-china letter-china film-uk steal cash-out film-usa ace letter-uk",
    "broker usa uk journalist china hitman",
    first=4,
)
ALL_IN_HANDS = """
    bribe 2 cash-out; accept; bribe 3 interrogate; accept; bribe 2 interrogate; accept
    bribe 3 steal; accept; bribe 0 cash-out; accept; bribe 1 cash-out; accept
    draw deck; draw deck; draw deck; draw deck; bribe 1 interrogate; accept
    bribe 0 interrogate; accept; draw deck; draw deck; bribe 5 interrogate; accept
    bribe 0 steal; accept; draw deck; draw deck; actor = 4; deck = -; discard = -
"""

SETUP: Sequence[Scenario] = [
    Scenario(
        "M4 nothing is dealt yet",
        "",
        """
        phase = chance; actor = chance; active = none; pending = none; result = none
        agents = -; letters = none; deck = -; discard = -; croupier = none
        house = 30; evening = 1; turns = 0
        0.identities = -; 0.hand = -; 0.francs = 0; 0.cleared = no; 0.eliminated = no
        0> 0.hand = -; 0> 1.hand = 0; 0> deck = 0; 0> discard = none 0; 0> letters = none
        chance = agents: china uk usa ussr
        no pass; no draw deck; no first 0; no deck; no shuffle
        """,
        seats=3,
    ),
    Scenario(
        "M4 three nations, alphabetical",
        "",
        """
        no agents usa uk china; no agents china uk; no agents china uk uk; no agents; no AGENTS
        no agents china uk usa ussr; no agents china france uk; no agents china  uk usa
        agents china uk ussr
        agents = china uk ussr; *> agents = china uk ussr
        """,
        seats=3,
    ),
    Scenario(
        "M5 three seats are the three agents",
        "",
        """
        agents china uk ussr; chance = identities: agent-china agent-uk agent-ussr
        no identities agent-china agent-uk agent-usa; no identities agent-china agent-uk hitman
        no identities agent-china agent-uk agent-uk; no identities agent-china agent-uk
        no identities agent-china agent-uk agent-ussr broker
        identities agent-ussr agent-china agent-uk
        0.identities = agent-ussr; 1.identities = agent-china; 2.identities = agent-uk
        0> 0.identities = agent-ussr; 0> 1.identities = ?; *> 0.identities = ?
        """,
        seats=3,
    ),
    Scenario(
        "M5 a fourth seat adds one freelancer, and the agents are always dealt",
        "",
        """
        agents uk usa ussr
        chance = identities: agent-uk agent-usa agent-ussr broker hitman interpol journalist
        no identities agent-uk agent-usa broker hitman; no identities agent-uk agent-usa agent-ussr
        no identities agent-uk agent-usa agent-ussr agent-china
        identities hitman agent-ussr agent-uk agent-usa
        0.identities = hitman; 3.identities = agent-usa
        """,
        seats=4,
    ),
    Scenario(
        "M5 six seats: three freelancers",
        "",
        """
        agents china uk usa
        no identities broker hitman interpol journalist agent-uk agent-usa
        no identities broker broker interpol agent-china agent-uk agent-usa
        identities broker hitman interpol agent-china agent-uk agent-usa
        chance = letters: china uk usa
        """,
        seats=6,
    ),
    Scenario(
        "M6 one letter of three goes back to the box",
        "",
        """
        agents china uk usa; identities agent-china agent-uk agent-usa
        chance = letters: china uk usa; letters = none
        no letters usa china; no letters china ussr; no letters china; no letters uk uk
        no letters china uk usa
        letters china usa
        letters = china usa; 0> letters = none; *> letters = none
        """,
        seats=3,
    ),
    Scenario(
        "M1 M7 eight action cards, one to each seat",
        "",
        """
        agents china uk usa; identities broker hitman agent-china agent-uk agent-usa
        letters uk usa
        chance = actions: cash-out cash-out cash-out interrogate interrogate interrogate steal steal
        no actions steal steal steal cash-out cash-out; no actions steal steal cash-out cash-out
        no actions ace steal steal cash-out cash-out
        actions steal steal cash-out interrogate cash-out
        0.hand = steal; 1.hand = steal; 2.hand = cash-out; 3.hand = interrogate; 4.hand = cash-out
        0> 0.hand = steal; 0> 1.hand = 1; *> 0.hand = 1; deck = -
        chance = deck: ace cash-out film-china film-uk film-usa interrogate interrogate letter-uk \
            letter-usa
        """,
        seats=5,
    ),
    Scenario(
        "M7 the draw deck: what is left, the ace, two letters, three microfilms",
        "",
        """
        agents china uk usa; identities agent-china agent-uk agent-usa; letters china uk
        actions steal cash-out interrogate
        chance = deck: ace cash-out cash-out film-china film-uk film-usa interrogate interrogate \
            letter-china letter-uk steal
        no deck ace cash-out cash-out film-china film-uk film-usa interrogate interrogate steal
        no deck ace cash-out cash-out film-china film-uk film-usa interrogate interrogate \
            letter-china letter-usa steal
        deck steal letter-uk letter-china interrogate interrogate film-usa film-uk film-china \
            cash-out cash-out ace
        deck = steal letter-uk letter-china interrogate interrogate film-usa film-uk film-china \
            cash-out cash-out ace
        0> deck = 11; *> deck = 11; discard = -; 0> discard = none 0; active = none
        first 0; draw deck; 0.hand = steal steal; discard steal; draw deck
        1.hand = cash-out letter-uk
        """,
        seats=3,
    ),
    Scenario(
        "M8 any seat may be the first",
        "",
        """
        agents china uk usa; identities agent-china agent-uk agent-usa; letters china uk
        actions steal cash-out interrogate
        deck ace cash-out cash-out film-china film-uk film-usa interrogate interrogate \
            letter-china letter-uk steal
        chance = first: 0 1 2; house = 30
        no first 3; no first -1; no first 01; no first; no first 0 1; no first croupier
        first 1
        actor = 1; active = 1; phase = action; turns = 0
        pass; actor = 2; pass; actor = 0; pass; actor = 1; turns = 3
        """,
        seats=3,
    ),
    Scenario(
        "M9 three seats: a franc for the third",
        deal(HANDS, first=1),
        "0.francs = 1; 1.francs = 0; 2.francs = 0; house = 29",
    ),
    Scenario(
        "M9 four seats: a franc for the third and fourth",
        deal(HANDS + " steal", first=3),
        "0.francs = 0; 1.francs = 1; 2.francs = 1; 3.francs = 0; house = 28",
    ),
    Scenario(
        "M9 five seats: a franc for the fourth and fifth",
        deal(HANDS + " steal cash-out", first=2),
        "0.francs = 1; 1.francs = 1; 2.francs = 0; 3.francs = 0; 4.francs = 0; house = 28",
    ),
    Scenario(
        "M9 six seats: a franc for the fourth, fifth and sixth",
        deal(HANDS + " steal cash-out cash-out", first=4),
        """
        0.francs = 0; 1.francs = 1; 2.francs = 1; 3.francs = 1; 4.francs = 0; 5.francs = 0
        house = 27
        """,
    ),
    Scenario(
        "M10 all are Suspect, in the first evening",
        THREE,
        "0.cleared = no; 1.cleared = no; 2.cleared = no; evening = 1; turns = 0; active = 0",
    ),
]

TURNS: Sequence[Scenario] = [
    Scenario(
        "M11 the top card of the draw deck, in secret",
        deal(HANDS, "film-uk ace"),
        """
        draw deck; phase = discard; 0.hand = film-uk steal; 0> 0.hand = film-uk steal
        1> 0.hand = 2; *> 0.hand = 2; 1> deck = 10; 1> discard = none 0
        """,
    ),
    Scenario(
        "M11 the top card of the discard deck, but not of an empty one",
        THREE,
        """
        no draw discard; no draw; no draw croupier; no draw deck deck
        steal 1; may draw discard; draw discard; discard = -; 1.hand = cash-out steal
        """,
    ),
    Scenario(
        "M11 of several cards the one laid last is drawn",
        THREE,
        """
        steal 2; cash-out; discard = cash-out steal; draw discard; discard interrogate
        2.hand = cash-out; discard = interrogate steal
        """,
    ),
    Scenario(
        "M12 a franc from the house",
        THREE,
        "pass; 0.francs = 1; house = 28; phase = action; actor = 1; pass * 2; 2.francs = 2",
    ),
    Scenario(
        "M2 M12 an empty house pays nothing, and passing is still possible",
        THREE,
        """
        pass * 29; house = 0; actor = 2; 2.francs = 10
        may pass; pass; 2.francs = 10; house = 0; actor = 0
        """,
    ),
    Scenario(
        "M2 M16 cashing out at an empty house",
        THREE,
        "pass * 31; house = 0; actor = 1; cash-out; 1.francs = 10; discard = cash-out; house = 0",
    ),
    Scenario(
        "M2 M16 cashing out takes what there is",
        deal("cash-out cash-out interrogate"),
        "pass * 27; house = 2; 0.francs = 9; cash-out; 0.francs = 11; house = 0; actor = 1",
    ),
    Scenario(
        "M13 a bribe is offered unseen and stays in the hand",
        THREE,
        """
        bribe 1 steal
        phase = bribe; actor = 1; active = 0; pending = bribe 0 1 steal; legal = accept | decline
        0.hand = steal; 1.hand = cash-out; 0.cleared = no; discard = -
        0> pending = bribe 0 1 steal; 1> pending = bribe 0 1 ?; 2> pending = bribe 0 1 ?
        *> pending = bribe 0 1 ?; 0> 0.hand = steal; 1> 0.hand = 1
        no pass; no refuse; no Accept; no accept steal
        """,
    ),
    Scenario(
        "M13 accepted: the card is theirs, the giver Cleared",
        THREE,
        """
        bribe 1 steal; accept
        pending = none; 0.hand = -; 1.hand = cash-out steal; 0.cleared = yes; 1.cleared = no
        actor = 1; phase = action; turns = 1; discard = -; *> 0.cleared = yes; *> 1.hand = 2
        """,
    ),
    Scenario(
        "M13 declined: a franc from the target, no one Cleared, nothing shown",
        THREE,
        """
        bribe 2 steal; decline
        pending = none; 0.hand = steal; 2.hand = interrogate; 0.cleared = no
        0.francs = 1; 2.francs = 0; house = 29; discard = -; actor = 1; *> pending = none
        """,
    ),
    Scenario(
        "M13 declined without a franc: nothing is paid",
        THREE,
        "bribe 1 steal; may decline; decline; 0.francs = 0; 1.francs = 0; house = 29; actor = 1",
    ),
    Scenario(
        "M13 declining costs 1 franc of several",
        THREE,
        "pass * 3; 2.francs = 2; bribe 2 steal; decline; 2.francs = 1; 0.francs = 2",
    ),
    Scenario(
        "M13 one of one's own cards, to another player",
        THREE,
        """
        no bribe 0 steal; no bribe 3 steal; no bribe croupier steal; no bribe 1 cash-out
        no bribe 1; no bribe 1 agent-china; no bribe 01 steal; no bribe 1 steal steal
        may bribe 1 steal; may bribe 2 steal
        """,
    ),
    Scenario(
        "M13 M14 without a card and a franc one draws or passes",
        THREE,
        "steal 1; pass; pass; 0.hand = -; legal = draw deck | draw discard | pass",
    ),
    Scenario(
        "M13 M21 the ace may be a bribe, and costs nothing then",
        deal(HANDS, "ace"),
        """
        draw deck; discard steal; pass; pass; 0.francs = 0; bribe 1 ace; accept
        1.hand = ace cash-out; 0.hand = -; 0.francs = 0; 0.cleared = yes
        """,
    ),
    Scenario(
        "M13 M20 whoever accepts may hold too much until the end of their own turn",
        THREE,
        """
        bribe 2 steal; accept; 2.hand = interrogate steal; actor = 1
        bribe 2 cash-out; accept; 2.hand = cash-out interrogate steal; actor = 2; phase = action
        pass; phase = discard; actor = 2
        legal = discard cash-out | discard interrogate | discard steal
        """,
    ),
    Scenario(
        "M14 what each action card can be used for",
        THREE,
        """
        legal = blackmail 1 steal | blackmail 2 steal | bribe 1 steal | bribe 2 steal | draw deck \
            | pass | steal 1 | steal 2
        pass
        legal = bribe 0 cash-out | bribe 2 cash-out | cash-out | draw deck | pass
        pass
        legal = blackmail 0 interrogate | blackmail 1 interrogate | bribe 0 interrogate \
            | bribe 1 interrogate | draw deck | interrogate 0 card | interrogate 0 pay \
            | interrogate 1 card | interrogate 1 pay | pass
        """,
    ),
    Scenario(
        "M14 what one and two francs can be used for",
        THREE,
        """
        pass * 2; 2.francs = 1; may interrogate 0 pay; no blackmail 0 pay; pass * 3; 2.francs = 2
        may interrogate 0 pay; may blackmail 0 pay; may blackmail 1 pay; no blackmail 2 pay
        no steal 0; no cash-out; no blackmail 0 steal; no blackmail 0 cash-out; no steal
        no interrogate 2 card; no interrogate 2 pay; no interrogate 0; no interrogate 3 pay
        """,
    ),
    Scenario(
        "M15 a steal takes 2 francs",
        THREE,
        """
        pass; cash-out; pass; steal 1
        0.francs = 3; 1.francs = 1; 0.hand = -; discard = steal cash-out; actor = 1; 0.cleared = no
        """,
    ),
    Scenario(
        "M15 a steal takes the only franc",
        THREE,
        "steal 2; 0.francs = 1; 2.francs = 0; house = 29; discard = steal; actor = 1",
    ),
    Scenario(
        "M15 one with nothing may be stolen from",
        THREE,
        "steal 1; 0.francs = 0; 1.francs = 0; discard = steal; 0.hand = -; 1.hand = cash-out",
    ),
    Scenario(
        "M16 three francs from the house",
        THREE,
        "pass; cash-out; 1.francs = 3; house = 25; 1.hand = -; discard = cash-out; actor = 2",
    ),
    Scenario(
        "M17 an interrogation by card: the card is laid first, one of all cards is shown",
        deal("interrogate cash-out steal"),
        """
        interrogate 1 card
        discard = interrogate; 0.hand = -; phase = chance; actor = chance; active = 0
        pending = interrogate 0 1; *> pending = interrogate 0 1
        chance = show: agent-uk cash-out; no show steal; no show agent-usa; no show; no pass
        no show agent-uk cash-out; no take cash-out
        show cash-out
        pending = none; 1.hand = cash-out; 1.identities = agent-uk; actor = 1; turns = 1
        0> 1.identities = ?; 0> 1.hand = 1; *> discard = interrogate 1; 0.cleared = no
        """,
    ),
    Scenario(
        "M17 an interrogation for a franc: paid to the house first",
        deal(HANDS, first=1),
        """
        no interrogate 0 pay; pass; pass; 0.francs = 1; house = 27; interrogate 1 pay
        0.francs = 0; house = 28; chance = show: agent-uk cash-out; show agent-uk
        1.identities = agent-uk; 0> 1.identities = ?; 0.hand = steal; actor = 1; discard = -
        """,
    ),
    Scenario(
        "M17 an interrogation costs 1 franc of several",
        THREE,
        "pass * 5; 2.francs = 2; house = 24; interrogate 0 pay; 2.francs = 1; house = 25",
    ),
    Scenario(
        "M17 one without cards shows the identity, and chance is asked all the same",
        THREE,
        """
        steal 1; pass; interrogate 0 pay; 2.francs = 0
        chance = show: agent-china; no show steal; show agent-china; actor = 0
        """,
    ),
    Scenario(
        "M17 a card held twice is there twice",
        deal("interrogate interrogate interrogate"),
        """
        bribe 2 interrogate; accept; interrogate 2 card
        chance = show: agent-usa interrogate interrogate; no show interrogate interrogate
        show interrogate; 2.hand = interrogate interrogate
        """,
    ),
    Scenario(
        "M18 the card is laid first, then the target is asked",
        THREE,
        """
        blackmail 1 steal
        phase = blackmail; actor = 1; active = 0; discard = steal; 0.hand = -
        pending = blackmail 0 1; *> pending = blackmail 0 1; legal = defend | refuse
        no pay; no accept; no pass
        """,
    ),
    Scenario(
        "M18 paid: two francs, and nobody's suspicion changes",
        THREE,
        """
        pass; cash-out; blackmail 1 interrogate; legal = pay | refuse; pay
        1.francs = 1; 2.francs = 3; 2.cleared = no; 1.hand = -; 2.hand = -; pending = none
        actor = 0; discard = interrogate cash-out
        """,
    ),
    Scenario(
        "M18 only with 2 or more francs one can pay",
        THREE,
        """
        2.francs = 1; blackmail 2 steal; legal = refuse; no pay; no defend; refuse
        take interrogate; pass; pass; 2.francs = 2; blackmail 2 interrogate; legal = pay | refuse
        pay; 2.francs = 0; 0.francs = 2; 0.cleared = yes; discard = interrogate steal
        """,
    ),
    Scenario(
        "M18 defended: a cash-out is laid, nothing else happens",
        THREE,
        """
        blackmail 1 steal; defend
        1.hand = -; discard = cash-out steal; 0.cleared = no; 0.hand = -; 1.cleared = no
        0.francs = 0; 1.francs = 0; pending = none; actor = 1; phase = action
        """,
    ),
    Scenario(
        "M18 refused: Cleared, Suspect, and a card by chance",
        THREE,
        """
        bribe 1 steal; accept; bribe 2 cash-out; accept; 1.cleared = yes; 1.hand = steal
        blackmail 1 interrogate; actor = 1; legal = refuse; refuse
        2.cleared = yes; 1.cleared = no; phase = chance; actor = chance; active = 2
        pending = blackmail 2 1; *> pending = blackmail 2 1; chance = take: steal
        no take cash-out; no take; no show steal; no take agent-uk; no pass
        take steal
        2.hand = cash-out steal; 1.hand = -; pending = none; actor = 0; discard = interrogate
        0> 2.hand = 2; 0> 1.hand = 0; *> discard = interrogate 1
        """,
    ),
    Scenario(
        "M18 any card of the hand may be taken, each as often as it is there",
        deal("steal steal interrogate cash-out"),
        """
        bribe 3 steal; accept; bribe 3 steal; accept; blackmail 3 interrogate
        legal = defend | refuse; refuse; chance = take: cash-out steal steal; no take steal steal
        take steal; 3.hand = cash-out steal; 2.hand = steal; actor = 3; 2.cleared = yes
        """,
    ),
    Scenario(
        "M18 an identity is never taken, and nothing from an empty hand",
        THREE,
        """
        steal 1; pass; blackmail 0 interrogate; legal = refuse; refuse
        2.cleared = yes; 0.cleared = no; 2.hand = -; phase = action; actor = 0; pending = none
        0.identities = agent-china
        """,
    ),
    Scenario(
        "M18 for 2 francs: paid to the house first",
        deal("cash-out steal interrogate"),
        """
        cash-out; pass; pass; 0.francs = 3; house = 24; blackmail 1 pay
        0.francs = 1; house = 26; discard = cash-out; pending = blackmail 0 1; legal = refuse
        refuse; take steal; 0.hand = steal; 0.cleared = yes; house = 26
        """,
    ),
    Scenario(
        "M18 all three answers, with 2 francs and a cash-out",
        THREE,
        "pass * 6; blackmail 1 steal; legal = defend | pay | refuse",
    ),
    Scenario(
        "M18 M20 the blackmailer is Cleared when the hand is checked",
        deal(HANDS, first=2),
        """
        bribe 0 interrogate; accept; blackmail 1 steal; refuse; take cash-out
        0.hand = cash-out interrogate; phase = action; actor = 1
        """,
    ),
    Scenario(
        "M18 M20 three cards are too many even so",
        deal(HANDS + " cash-out", first=2),
        """
        bribe 0 interrogate; accept; bribe 0 cash-out; accept; blackmail 1 steal; refuse
        chance = take: cash-out; take cash-out
        0.hand = cash-out cash-out interrogate; phase = discard; actor = 0
        legal = discard cash-out | discard interrogate
        """,
    ),
]

ENDS_OF_TURNS: Sequence[Scenario] = [
    Scenario(
        "M20 a Suspect keeps one card, of their choice",
        deal(HANDS, "film-uk"),
        """
        draw deck; phase = discard; actor = 0; active = 0; turns = 0; pending = none
        legal = discard film-uk | discard steal; no discard cash-out; no pass; no discard
        discard steal; 0.hand = film-uk; discard = steal; actor = 1; turns = 1
        """,
    ),
    Scenario(
        "M20 one Cleared keeps two",
        deal(HANDS, "film-uk film-usa ace"),
        """
        bribe 1 steal; accept; pass; discard cash-out; pass; draw deck; actor = 1; pass; pass
        draw deck; 0.hand = film-uk film-usa; phase = action; actor = 1; pass; pass
        draw deck; phase = discard; legal = discard film-uk | discard film-usa; discard film-uk
        0.hand = ace film-usa; actor = 1
        """,
    ),
    Scenario(
        "M20 excess cards one by one, in the order of their choice",
        THREE,
        """
        bribe 2 steal; accept; bribe 2 cash-out; accept; pass
        discard steal; phase = discard; actor = 2; legal = discard cash-out | discard interrogate
        discard cash-out; discard = cash-out steal; 2.hand = interrogate; actor = 0
        """,
    ),
    Scenario(
        "M20 only the hand of the active player is checked",
        THREE,
        "bribe 2 steal; accept; actor = 1; pass; actor = 2; 2.hand = interrogate steal",
    ),
    Scenario(
        "M20 one made Suspect again keeps one card",
        deal(HANDS, "film-uk film-usa"),
        """
        bribe 1 steal; accept; pass; discard cash-out; pass; draw deck; pass; pass; draw deck
        0.hand = film-uk film-usa; 0.cleared = yes; bribe 0 steal; accept
        blackmail 0 interrogate; refuse; take film-uk; 0.cleared = no; actor = 0; phase = action
        pass; phase = discard; legal = discard film-usa | discard steal
        """,
    ),
    Scenario(
        "M21 it is asked even when two equal cards leave no choice",
        deal(HANDS, "steal"),
        "draw deck; phase = discard; legal = discard steal; discard steal; 0.hand = steal",
    ),
    Scenario(
        "M21 without 2 francs the ace cannot be laid",
        deal(HANDS, "ace"),
        """
        pass * 3; 0.francs = 1; draw deck; legal = discard steal; no discard ace
        discard steal; 0.hand = ace; 0.francs = 1
        """,
    ),
    Scenario(
        "M21 with 2 francs it can, and they go to the house",
        deal(HANDS, "ace"),
        """
        pass * 6; 0.francs = 2; house = 23; draw deck; legal = discard ace | discard steal
        discard ace; 0.francs = 0; house = 25; 0.hand = steal; discard = ace; actor = 1
        """,
    ),
    Scenario(
        "M21 2 francs of several",
        deal(HANDS, "ace"),
        "pass * 9; 0.francs = 3; house = 20; draw deck; discard ace; 0.francs = 1; house = 22",
    ),
    Scenario(
        "M21 another card is laid for nothing",
        deal(HANDS, "ace"),
        "pass * 6; draw deck; discard steal; 0.francs = 2; 0.hand = ace; house = 23",
    ),
    Scenario(
        "M22 the last card drawn: the discard deck is shuffled, the next evening begins",
        deal(HANDS, "ace"),
        """
        draw deck; discard steal; burn 10
        phase = chance; actor = chance; active = 1; deck = -; evening = 1; turns = 10
        chance = shuffle: cash-out cash-out film-china film-uk film-usa interrogate interrogate \
            letter-china letter-uk steal steal
        pending = none; 0> deck = 0; 0> discard = steal 11
        no shuffle cash-out; no pass; no shuffle; no deck cash-out
        no shuffle ace cash-out film-china film-uk film-usa interrogate interrogate letter-china \
            letter-uk steal steal
        shuffle steal steal letter-uk letter-china interrogate interrogate film-usa film-uk \
            film-china cash-out cash-out
        deck = steal steal letter-uk letter-china interrogate interrogate film-usa film-uk \
            film-china cash-out cash-out
        discard = -; evening = 2; turns = 11; actor = 2; active = 2; phase = action
        0> deck = 11; 0> discard = none 0; no draw discard; draw deck; 2.hand = interrogate steal
        """,
    ),
    Scenario(
        "M22 it is looked at after the hand limit, so the card laid last is shuffled too",
        deal(HANDS, "ace"),
        """
        draw deck; discard steal; burn 9; draw deck; phase = discard; deck = -; evening = 1
        discard cash-out
        chance = shuffle: cash-out cash-out cash-out film-china film-uk film-usa interrogate \
            interrogate letter-china letter-uk steal
        """,
    ),
    Scenario(
        "M22 the third evening",
        deal(HANDS, "ace"),
        """
        draw deck; discard steal; burn 10; reshuffle; evening = 2; burn 11; evening = 2
        reshuffle; evening = 3; turns = 22; *> evening = 3
        """,
    ),
    Scenario(
        "M22 both decks empty: nothing happens, and nothing can be drawn",
        SIX,
        ALL_IN_HANDS
        + """
        evening = 1; phase = action; no draw deck; no draw discard
        pass; evening = 1; phase = action; actor = 5; deck = -
        """,
    ),
    Scenario(
        "M22 it is looked at again after each turn: one card laid is shuffled at once",
        SIX,
        ALL_IN_HANDS
        + """
        cash-out; discard = cash-out; chance = shuffle: cash-out; active = 4
        shuffle cash-out; deck = cash-out; discard = -; evening = 2; actor = 5
        """,
    ),
    Scenario(
        "M23 of the discard deck the top and the count are seen",
        THREE,
        """
        *> discard = none 0; steal 1; *> discard = steal 1; cash-out
        0> discard = cash-out 2; 1> discard = cash-out 2; *> discard = cash-out 2
        """,
    ),
]

SEEN: Sequence[Scenario] = [
    Scenario(
        "M32 one's own identity and hand, and of the others what lies on the table",
        THREE,
        """
        0> 0.identities = agent-china; 0> 0.hand = steal; 0> 2.identities = ?; 0> 2.hand = 1
        0> 2.francs = 1; 0> 2.cleared = no; 0> 2.eliminated = no; 0> house = 29; 0> evening = 1
        0> deck = 11; 0> discard = none 0; 0> letters = none; 0> agents = china uk usa
        0> turns = 0; 0> active = 0; 0> actor = 0; 0> phase = action; 0> croupier = none
        """,
    ),
    Scenario(
        "M32 a spectator sees no hand and no identity",
        THREE,
        """
        *> 0.identities = ?; *> 1.identities = ?; *> 2.identities = ?; *> 0.hand = 1; *> 2.hand = 1
        *> letters = none; *> deck = 11; *> 2.francs = 1
        """,
    ),
    Scenario(
        "M32 a card drawn from the discard deck is in the hand, which is sorted",
        THREE,
        """
        steal 1; draw discard; 1> 1.hand = cash-out steal; 0> 1.hand = 2; discard steal
        1.hand = cash-out; *> discard = steal 1
        """,
    ),
]

SCENARIOS = [*SETUP, *TURNS, *ENDS_OF_TURNS, *SEEN]
