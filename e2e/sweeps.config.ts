import { defineConfig } from "@playwright/test";
import browserTests from "./playwright.config.ts";

/** The browser tests that `npm run test:all` adds: every case of a class of which `npm test` tries one. */
export default defineConfig({ ...browserTests, grep: /@sweep/, grepInvert: [] });
