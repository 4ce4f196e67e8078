import "./styles.css";
import { StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { createBrowserRouter, matchRoutes } from "react-router";
import { RouterProvider } from "react-router/dom";
import { followOtherTabs, resumeSession, settleSignedOut } from "./account/session.ts";
import { loadLazy } from "./load-lazy.ts";
import { type DataBlock, dataBlockId, PageSettingsContext } from "./page-context.ts";
import { routes } from "./routes.tsx";
import { reloadOnceOnLostChunk } from "./shell/lost-chunk.ts";

reloadOnceOnLostChunk();

const block = JSON.parse(document.getElementById(dataBlockId)?.textContent ?? "null") as DataBlock;
const root = document.getElementById("root");
if (!root) throw new Error("The document has no root element");

if (!resumeSession()) settleSignedOut();
followOtherTabs();
await Promise.all((matchRoutes(routes, location) ?? []).map(({ route }) => loadLazy(route)));
const router = createBrowserRouter(routes, { hydrationData: { loaderData: block.loaderData } });

hydrateRoot(
  root,
  <StrictMode>
    <PageSettingsContext value={{ campus: block.campus, renderedAt: block.renderedAt }}>
      <RouterProvider router={router} />
    </PageSettingsContext>
  </StrictMode>,
);
