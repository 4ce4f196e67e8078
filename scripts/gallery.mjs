// `npm run gallery`: takes the pictures of docs/gallery.md again.
import process from "node:process";
import { findBrowser } from "./browser.mjs";
import { show } from "./step.mjs";

const browser = await findBrowser();
const words = [
  "test",
  "--config=e2e/gallery.config.ts",
  "--reporter=list",
  ...process.argv.slice(2),
];
process.exitCode = await show("node_modules/.bin/playwright", words, {
  env: { ...process.env, CHROMIUM_PATH: browser },
});
