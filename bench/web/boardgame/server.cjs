// `node server.cjs PORT [FOLDER]`: boardgame.io's server, keeping matches in files in FOLDER, or
// in memory.
const { FlatFile, Server } = require("boardgame.io/server");
const { Game } = require("./game.cjs");

const [port, dir] = process.argv.slice(2);
const db = dir === undefined ? {} : { db: new FlatFile({ dir }) };
const origins = [`http://127.0.0.1:${port}`];
Server({ games: [Game], origins, ...db }).run({ port: Number(port) });
