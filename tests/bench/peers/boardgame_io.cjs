// Moves a second of processor time of boardgame.io with the game of tests/bench/reference_engine.py:
// its own reducer, as its server calls it, without network or storage. To run it:
//   npm install --prefix var/peers boardgame.io@0.50.2
//   NODE_PATH=var/peers/node_modules node tests/bench/peers/boardgame_io.cjs 3
const { CreateGameReducer, InitializeGame } = require("boardgame.io/internal");

const PLAYERS = 5;
const ROUNDS = 13;
const SECONDS = Number(process.argv[2] ?? 3);
const noBids = () => Array(PLAYERS).fill(null);

function bid({ G, playerID }, card) {
  const seat = Number(playerID);
  if (G.bids[seat] !== null || !G.hands[seat].includes(card)) return "INVALID_MOVE";
  G.hands[seat] = G.hands[seat].filter((held) => held !== card);
  G.bids[seat] = card;
  if (!G.bids.includes(null)) open(G);
}

function open(G) {
  const highest = Math.max(...G.bids);
  if (G.bids.filter((one) => one === highest).length === 1) {
    G.scores[G.bids.indexOf(highest)] += G.pot;
    G.pot = 0;
  }
  G.round += 1;
  G.bids = noBids();
  if (G.round < ROUNDS) G.pot += G.prizes[G.round];
}

const game = {
  name: "bidding",
  disableUndo: true,
  setup: ({ random }) => {
    const cards = Array.from({ length: ROUNDS }, (_, place) => place + 1);
    const prizes = random.Shuffle(cards);
    const hands = Array.from({ length: PLAYERS }, () => [...cards]);
    return { prizes, pot: prizes[0], hands, bids: noBids(), scores: Array(PLAYERS).fill(0), round: 0 };
  },
  turn: { activePlayers: { all: "bid" } },
  moves: { bid },
};
const reduce = CreateGameReducer({ game });

function play(seed) {
  let state = InitializeGame({ game: { ...game, seed }, numPlayers: PLAYERS });
  while (state.G.round < ROUNDS) {
    for (let seat = 0; seat < PLAYERS; seat += 1) {
      const hand = state.G.hands[seat];
      const card = hand[Math.floor(Math.random() * hand.length)];
      const move = { type: "bid", args: [card], playerID: String(seat) };
      const before = state._stateID;
      state = reduce(state, { type: "MAKE_MOVE", payload: move });
      if (state._stateID === before) throw new Error("a legal bid was refused");
    }
  }
  return PLAYERS * ROUNDS;
}

for (let number = 0; number < 60; number += 1) play(`warm ${number}`);
const begun = process.cpuUsage();
const used = () => {
  const spent = process.cpuUsage(begun);
  return (spent.user + spent.system) / 1e6;
};
let moves = 0;
for (let number = 0; used() < SECONDS; number += 1) moves += play(`match ${number}`);
console.log(`${Math.round(moves / used())} moves a second`);
