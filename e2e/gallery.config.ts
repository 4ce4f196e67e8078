import { defineConfig } from "@playwright/test";
import browserTests from "./playwright.config.ts";

/** `npm run gallery`: renews the pictures of docs/gallery.md. */
export default defineConfig({
  ...browserTests,
  testMatch: "gallery.ts",
  grepInvert: [],
  // Reports the faults of all screens.
  maxFailures: 0,
});
