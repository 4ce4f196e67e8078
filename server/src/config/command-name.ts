/** The name of the commands here; the launcher of a release sets it (deploy/market). */
export const marketCommand = process.env["MARKET_COMMAND"] ?? "npm run market --";

/** The command that starts the market here. */
export const startCommand = process.env["MARKET_COMMAND"]
  ? `${process.env["MARKET_COMMAND"]} start`
  : "npm start";
