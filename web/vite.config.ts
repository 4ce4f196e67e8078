import { readFileSync } from "node:fs";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const { dependencies, browserslist } = JSON.parse(
  readFileSync(new URL("package.json", import.meta.url), "utf8"),
) as {
  dependencies: Record<string, string>;
  /** The oldest that the pages are for (docs/develop/browsers.md). */
  browserslist: string[];
};
/** Every browser dependency, so that the development server does not reload itself on first visits. */
const browserModules = [
  ...Object.keys(dependencies).filter(
    (name) => !name.startsWith("@market/") && name !== "react-hot-toast",
  ),
  "react-dom/client",
  "react-router/dom",
  "react-hot-toast/headless",
  "react/jsx-runtime",
  "react/jsx-dev-runtime",
];

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  plugins: [tailwindcss(), react()],
  optimizeDeps: { include: browserModules },
  build: { target: browserslist.map((browser) => browser.replace(" ", "")) },
  worker: { format: "es", rolldownOptions: { checks: { pluginTimings: false } } },
  server: { host: "127.0.0.1" },
  environments: {
    client: {
      build: {
        outDir: "build/client",
        emptyOutDir: false,
        manifest: true,
        cssCodeSplit: false,
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: "src/app/entry.client.tsx",
          checks: { pluginTimings: false },
          output: {
            codeSplitting: {
              groups: [
                // Code that changes only with a dependency stays in browsers' caches through our deploys;
                // what the first page does without is loaded with the first page that uses it.
                {
                  name: "react",
                  test: /node_modules\/(react|react-dom|react-router|scheduler|@tanstack)\/(?!.*(mutationObserver|useMutation|[iI]nfiniteQuery))/,
                  priority: 2,
                },
                // What every page needs, and what every grid needs, compress better as one file each.
                { name: "app", test: /src\/(app\/entry\.client|art\/board-wide)/, priority: 1 },
                // The names of many small files would weigh more in the entry than the files do.
                { name: "calls", test: /contract\/src\/[^/]+\/calls\.ts/ },
                {
                  name: "words",
                  test: /contract\/src\/(deals|notices|products|saved|students)\/(request-)?messages\.ts/,
                },
                { name: "cards", test: /src\/(products\/card\/(card|grid)|pages\/home)\.tsx/ },
              ],
            },
          },
        },
      },
    },
    // One classic script at a lasting address; it may share no chunk with the pages.
    serviceWorker: {
      consumer: "client",
      build: {
        outDir: "build/client",
        emptyOutDir: false,
        copyPublicDir: false,
        rolldownOptions: {
          input: "src/offline/service-worker.ts",
          checks: { pluginTimings: false },
          output: { format: "iife", entryFileNames: "service-worker.js" },
        },
      },
    },
    ssr: {
      // The module runner of the development server cannot take in CommonJS.
      resolve: command === "build" ? { noExternal: true } : {},
      build: {
        outDir: "build/server",
        emptyOutDir: true,
        copyPublicDir: false,
        ssr: true,
        rolldownOptions: { input: "src/app/entry.server.tsx", checks: { pluginTimings: false } },
      },
    },
  },
}));
