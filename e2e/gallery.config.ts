import { defineConfig } from "@playwright/test";
import browserTests from "./playwright.config.ts";

/** `npm run gallery`: makes the pictures of docs/gallery.md anew. */
export default defineConfig({ ...browserTests, testMatch: "gallery.ts", grepInvert: [] });
