/** The name of the commands here; the launcher of a release sets it (deploy/market). */
export const marketCommand = process.env["MARKET_COMMAND"] ?? "npm run market --";

export const isRelease = process.env["MARKET_COMMAND"] !== undefined;

/** The folder of the release that runs `market upgrade`; the launcher sets it. */
export const releaseFolder = process.env["MARKET_RELEASE"] ?? "";

export const startCommand = process.env["MARKET_COMMAND"]
  ? `${process.env["MARKET_COMMAND"]} start`
  : "npm start";
