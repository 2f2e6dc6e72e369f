"""When to use an item: what it is likely to bring now, against what it may still bring later."""

from collections.abc import Callable, Mapping, Sequence

from brushpass.bots.kompromat.odds import Rival, rival
from brushpass.bots.kompromat.packs import ONE, best, kinds, size
from brushpass.bots.kompromat.plan import Plan
from brushpass.bots.kompromat.worth import Worth
from brushpass.games.kompromat.actions import DRAW, SeatAction, Use
from brushpass.games.kompromat.cards import LIMIT, MARKS, Card
from brushpass.games.kompromat.knowledge import Side

Gain = Callable[[Plan, Use, Sequence[SeatAction]], Worth]


def best_use(plan: Plan, legal: Sequence[SeatAction]) -> tuple[Use, Worth] | None:
    """The use that is likely to bring most over its price, if there is one.

    The usb-stick acts as the item it copies (K26).
    """
    found: tuple[Use, Worth] | None = None
    for use in legal:
        if isinstance(use, Use) and (gain := GAINS[use.item](plan, use, legal)) > 0:
            over = gain - price(plan, use)
            if over > 0 and (found is None or over > found[1]):
                found = use, over
    return found


def price(plan: Plan, use: Use) -> Worth:
    """What keeping the item is likely to bring."""
    if plan.sight.view.phase == "rescue":
        return 0.0
    values = plan.stakes.values
    return values.use[use.card] * values.hope(plan.stakes.left) * plan.stakes.point


def balaclava(plan: Plan, _use: Use, _legal: Sequence[SeatAction]) -> Worth:
    """K18: only when asked for a rescue: until then tokens are points."""
    return 1.0 if plan.sight.view.phase == "rescue" else 0.0


def chloroform(plan: Plan, _use: Use, _legal: Sequence[SeatAction]) -> Worth:
    """K19: only against tokens that would do harm; a few are welcome points."""
    mission = plan.sight.view.current
    assert mission is not None  # the phase is `cover`
    ci = plan.sight.view.missions[mission - 1].ci
    assert ci is not None
    after = plan.stakes.after
    return after(mission, 0) - after(mission, 0, mine=MARKS[ci])


def drone(plan: Plan, use: Use, legal: Sequence[SeatAction]) -> Worth:
    """K20: before choosing whether to draw at a mission that matters, look at what lies there."""
    view = plan.sight.view
    (mission,) = use.args
    if DRAW not in legal or view.phase != "push" or mission != view.current or plan.sight.ahead:
        return 0.0
    if not 12 <= best(*plan.pile(mission)[:2]) < LIMIT:
        return 0.0
    curve = plan.curves[mission]
    if curve.stake < plan.stakes.point:
        return 0.0
    known = 0.0
    for total, chance in curve.rival.chances.items():
        turn = plan.turn_against(mission, Rival({total: 1.0}, curve.rival.cards))
        known += chance * turn.better(plan.sight.deck, *plan.pile(mission))
    return known - plan.turn(mission).better(plan.sight.deck, *plan.pile(mission))


def night_vision(plan: Plan, _use: Use, legal: Sequence[SeatAction]) -> Worth:
    """K24: before a draw that may well go over 21."""
    view = plan.sight.view
    mission = view.current
    if view.phase != "push" or DRAW not in legal or mission is None or plan.sight.ahead:
        return 0.0
    turn, deck = plan.turn(mission), plan.sight.deck
    least, aces, cards = plan.pile(mission)
    stop = turn.stopping(deck, least, aces, cards)
    known = 0.0
    for kind in kinds(deck):
        drawn = turn.better(deck - kind.one, least + kind.value, aces + kind.aces, cards + 1)
        known += kind.copies * max(stop, drawn)
    return known / size(deck) - turn.better(deck, least, aces, cards)


def gps_tracker(plan: Plan, _use: Use, _legal: Sequence[SeatAction]) -> Worth:
    """K21: when the card drawn last has carried its pile over 21."""
    own, view = plan.sight.own, plan.sight.view
    mission = 1 + next(i for i, pile in enumerate(own.piles) if own.last in pile)
    if view.turn is None and view.current != mission:
        return 0.0  # there is time
    hand = plan.sight.hand(mission)
    if view.phase == "push" and mission == view.current:
        turn, deck = plan.turn(mission), plan.sight.deck
        now = turn.stopping(deck, *plan.pile(mission))
        then = turn.stopping(deck + ONE[hand[-1]], *plan.pile(mission, hand[:-1]))
        return then - now
    return plan.hand_worth(mission, hand[:-1]) - plan.hand_worth(mission, hand)


def jetpack(plan: Plan, use: Use, legal: Sequence[SeatAction]) -> Worth:
    """K22: carry a pile to where it is likely to bring more; in the turn also away from where it
    has gone over 21, for the mission it leaves is then open again."""
    start, end = use.args
    view, hand = plan.sight.view, plan.sight.hand(start)
    if view.phase == "push":
        if start != view.current or (DRAW in legal and best(*plan.pile(start)[:2]) < 19):
            return 0.0
        deck = plan.sight.deck
        now = plan.turn(start).stopping(deck, *plan.pile(start))
        there = plan.turn(end, freed=start)
        return there.stopping(deck, *plan.pile(end, hand)) - now
    if view.phase != "window" or view.current not in (start, end):
        return 0.0
    now = plan.hand_worth(start, hand) + plan.hand_worth(end, ())
    return plan.hand_worth(start, ()) + plan.hand_worth(end, hand) - now


def newspaper(plan: Plan, use: Use, _legal: Sequence[SeatAction]) -> Worth:
    """K23: in the last window before the reveal, where +3 is likely to carry them over 21."""
    (mission,) = use.args
    return changed(plan, mission, plan.sight.theirs.headlined(mission))


def stun_gun(plan: Plan, use: Use, _legal: Sequence[SeatAction]) -> Worth:
    """K25: in the last window before the reveal, where they are likely to be ahead."""
    mission, position = use.args
    return changed(plan, mission, plan.sight.theirs.lost(mission, position))


def changed(plan: Plan, mission: int, side: Side) -> Worth:
    """What it brings that the other seat's side of the mission to be revealed changes."""
    view = plan.sight.view
    if view.phase != "window" or mission != view.current:
        return 0.0
    hand = plan.sight.hand(mission)
    then = plan.against(mission, rival(plan.sight, mission, side))
    return plan.hand_worth(mission, hand, then) - plan.hand_worth(mission, hand)


def vesper_martini(plan: Plan, use: Use, _legal: Sequence[SeatAction]) -> Worth:
    """K27: where one up or down turns the mission: to win it, or to come under 22."""
    mission, (change,) = plan.sight.view.current, use.args
    assert mission is not None  # the phase is `adjust`
    total = plan.sight.view.declared[plan.sight.me]
    assert total is not None  # K33: it has cards there
    curve, cards = plan.curves[mission], len(plan.sight.hand(mission))
    return curve.at(total + change, cards) - curve.at(total, cards)


GAINS: Mapping[Card, Gain] = {
    "balaclava": balaclava,
    "chloroform": chloroform,
    "drone": drone,
    "gps-tracker": gps_tracker,
    "jetpack": jetpack,
    "newspaper": newspaper,
    "night-vision": night_vision,
    "stun-gun": stun_gun,
    "vesper-martini": vesper_martini,
}
