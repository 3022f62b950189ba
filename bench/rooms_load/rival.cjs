// A server of boardgame.io with the same game: counting to 200, in turns. `node rival.cjs PORT [FOLDER]`
const { FlatFile, Server } = require("boardgame.io/dist/cjs/server.js");

const [port, folder] = process.argv.slice(2);
const game = {
  name: "counting",
  setup: () => ({ count: 0 }),
  moves: { count: ({ G }) => ({ count: G.count + 1 }) },
  turn: { minMoves: 1, maxMoves: 1 },
  endIf: ({ G }) => (G.count >= 200 ? { draw: true } : undefined),
};
const server = Server({ games: [game], origins: ["*"], ...(folder ? { db: new FlatFile({ dir: folder }) } : {}) });
server.run(Number(port), () => process.stdout.write("ready\n"));
