// Kompromat as boardgame.io would have it: the turns in full, what a reveal decides worked out at
// once. The cards, what lies open and what is hidden are the same, so that a state weighs as much:
// decks under `secret`, face-down cards under `players`, both held back by STRIP_SECRETS.
const { INVALID_MOVE, PlayerView } = require("boardgame.io/core");

const EQUIPMENT = ["0.5", "A", "A", "2", "3", "4", "5", "6", "7", "7", "7", "8", "9", "10"];
const WORTH = {
  informant: 5, pursuit: 4, "safe-house": 4, airport: 3, interrogation: 3, locker: 3, barmaid: 2,
  hotel: 2,
};
const MARKS = { "ci-1": 1, "ci-2": 2, "ci-3": 3 };
const MISSIONS = [
  ...Object.keys(WORTH), "code", "code", "code", "document", "document", "document", "balaclava",
  "chloroform", "drone", "gps-tracker", "jetpack", "newspaper", "night-vision", "stun-gun",
  "usb-stick", "vesper-martini", "ci-1", "ci-1", "ci-2", "ci-2", "ci-3",
];
const PLACES = [0, 1, 2, 3];
const SEATS = ["0", "1"];

function deal(G, random) {
  G.round += 1;
  G.missions = PLACES.map(() => {
    if (G.secret.missions.length < 2) G.secret.missions = random.Shuffle(MISSIONS);
    const card = G.secret.missions.pop();
    const under = card in MARKS ? card : null;
    return { card: under ? G.secret.missions.pop() : card, under, resolved: false };
  });
  for (const seat of SEATS) {
    G.secret.decks[seat] = random.Shuffle(EQUIPMENT);
    G.players[seat].down = PLACES.map(() => []);
    const side = G.sides[seat];
    side.deck = EQUIPMENT.length;
    side.piles = PLACES.map(() => ({ up: null, down: 0, total: null }));
  }
  G.phase = "turn";
}

function total(up, down) {
  const cards = up === null ? down : [up, ...down];
  const value = (card) => (card === "A" ? 1 : Number(card));
  let sum = cards.reduce((so, card) => so + value(card), 0);
  if (cards.includes("A") && sum + 10 <= 21) sum += 10;
  return sum;
}

function reveal(G) {
  for (const place of PLACES) {
    const totals = SEATS.map((seat) => {
      const pile = G.sides[seat].piles[place];
      pile.total = total(pile.up, G.players[seat].down[place]);
      pile.cards = [...G.players[seat].down[place]];
      if (pile.total > 21) G.sides[seat].tokens += 1;
      return pile.total > 21 ? -1 : pile.total;
    });
    const mission = G.missions[place];
    mission.resolved = true;
    if (totals[0] === totals[1]) continue;
    const winner = G.sides[totals[0] > totals[1] ? "0" : "1"];
    winner.won.push(mission.card);
    winner.tokens += mission.under ? MARKS[mission.under] : 0;
    winner.points += WORTH[mission.card] || 2;
  }
}

const draw = ({ G, playerID }) => {
  const deck = G.secret.decks[playerID];
  if (deck.length === 0) return INVALID_MOVE;
  const side = G.sides[playerID];
  if (G.phase === "turn") {
    G.drawn = deck.pop();
    G.phase = "place";
  } else if (G.phase === "push") {
    G.players[playerID].down[G.current].push(deck.pop());
    side.piles[G.current].down += 1;
  } else {
    return INVALID_MOVE;
  }
  side.deck = deck.length;
};

const place = ({ G, playerID }, at) => {
  const pile = G.sides[playerID].piles[at];
  if (G.phase !== "place" || !pile || pile.up !== null) return INVALID_MOVE;
  pile.up = G.drawn;
  G.drawn = null;
  G.current = at;
  G.phase = "push";
};

const stop = ({ G, playerID, events, random }) => {
  if (G.phase !== "push") return INVALID_MOVE;
  G.current = null;
  G.phase = "turn";
  const other = playerID === "0" ? "1" : "0";
  const left = (seat) =>
    G.secret.decks[seat].length > 0 && G.sides[seat].piles.some((each) => each.up === null);
  if (!left(other) && !left(playerID)) {
    reveal(G);
    deal(G, random);
  }
  if (left(other)) events.endTurn();
};

exports.Game = {
  name: "kompromat",
  minPlayers: 2,
  maxPlayers: 2,
  setup: ({ random }) => {
    const G = {
      secret: { missions: random.Shuffle(MISSIONS), decks: {} },
      players: { 0: { down: [] }, 1: { down: [] } },
      sides: {},
      missions: [],
      round: 0,
      phase: "turn",
      drawn: null,
      current: null,
    };
    for (const seat of SEATS) {
      G.sides[seat] = { deck: 0, piles: [], tokens: 0, points: 0, won: [], items: [], used: [] };
    }
    deal(G, random);
    return G;
  },
  playerView: PlayerView.STRIP_SECRETS,
  // Hidden cards decide what a move does, so the server alone makes it: no guess beforehand.
  moves: {
    draw: { move: draw, client: false },
    place: { move: place, client: false },
    stop: { move: stop, client: false },
  },
};
