import { defineConfig } from "@playwright/test";
import stories from "./playwright.config.ts";

/** `npm run gallery`: makes the pictures of docs/gallery.md anew. */
export default defineConfig({ ...stories, testMatch: "gallery.ts", grepInvert: [] });
