import { defineConfig } from "@playwright/test";
import browserTests from "./playwright.config.ts";

/** The browser tests that `npm run test:all` adds: every case of a class of which `npm test` tries one, and rare tasks. */
export default defineConfig({ ...browserTests, grep: /@sweep/, grepInvert: [] });
