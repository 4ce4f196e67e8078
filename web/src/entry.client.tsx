import "./styles.css";
import { StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { createBrowserRouter, matchRoutes } from "react-router";
import { RouterProvider } from "react-router/dom";
import { startAccount } from "./account/auth-state.ts";
import { loadLazy } from "./load-lazy.ts";
import { type DataBlock, dataBlockId, PageSettingsContext } from "./page-context.ts";
import { routes } from "./routes.tsx";
import { reloadOnceOnLostChunk } from "./shell/lost-chunk.ts";
import { showAlert } from "./ui/alert.tsx";

reloadOnceOnLostChunk();

/** Not at the top level: page modules import from this file's chunk and would wait for it for ever. */
async function start(): Promise<void> {
  const block = JSON.parse(
    document.getElementById(dataBlockId)?.textContent ?? "null",
  ) as DataBlock;
  const root = document.getElementById("root");
  if (!root) throw new Error("The document has no root element");

  await Promise.all((matchRoutes(routes, location) ?? []).map(({ route }) => loadLazy(route)));
  const router = createBrowserRouter(routes, { hydrationData: { loaderData: block.loaderData } });
  startAccount(
    {
      go: (path, state) => void router.navigate(path, { replace: true, state }),
      alert: showAlert,
    },
    block.campus.tokenSyncUrl,
  );

  hydrateRoot(
    root,
    <StrictMode>
      <PageSettingsContext value={{ campus: block.campus, renderedAt: block.renderedAt }}>
        <RouterProvider router={router} />
      </PageSettingsContext>
    </StrictMode>,
  );
}

void start();
