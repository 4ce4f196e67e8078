/** How the commands are called here; the launcher of a release says it (deploy/market). */
export const marketCommand = process.env["MARKET_COMMAND"] ?? "npm run market --";

/** How the market is started here. */
export const startCommand = process.env["MARKET_COMMAND"]
  ? `${process.env["MARKET_COMMAND"]} start`
  : "npm start";
