import "./styles.css";
import "../browser/random-uuid.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { startTransition, StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter, matchRoutes, type NavigateFunction } from "react-router";
import { createQueries } from "../api/queries.ts";
import { startAccount } from "../identity/auth-state.ts";
import { type DataBlock, dataBlockId, PageSettingsContext } from "../routing/page-context.ts";
import { reloadOnceOnLostChunk } from "../shell/lost-chunk.ts";
import { showAlert } from "../ui/alert.tsx";
import { watchBack } from "../browser/hold-back.ts";
import { watchInstallation } from "../browser/install.ts";
import { Hydration } from "../browser/hydrated.tsx";
import { App, routeIdsAt } from "./app.tsx";
import { keepOwnQueriesToOwner } from "./own-queries.ts";
import { loadPage } from "./page-view.tsx";
import { pageOf, routes, unknownId, unknownRoutes } from "./routes.tsx";
import { startOffline } from "./start-offline.ts";

reloadOnceOnLostChunk();
watchBack();
watchInstallation();

/** Chrome 109 and Safari 16.4, or Firefox 115, and later ones; older browsers keep the static document (docs/develop/browsers.md). */
const isSupported = CSS.supports(
  "(width: 1lh) or ((animation-composition: add) and (-moz-orient: inline))",
);

/** Not top-level await: page modules import this chunk and would deadlock. */
async function start(): Promise<void> {
  await nextTask();
  const block = JSON.parse(
    document.getElementById(dataBlockId)?.textContent ?? "null",
  ) as DataBlock;
  const root = document.getElementById("root");
  if (!root) throw new Error("The document has no root element");

  const queries = createQueries();
  const isUnknown = block.routeId === unknownId;
  const routeIds = routeIdsAt(location.pathname, isUnknown ? unknownRoutes : routes);
  const page = pageOf(routeIds);
  const isOfThisPage = routeIds.at(-1) === block.routeId;
  if (page && isOfThisPage) {
    const { query } = await loadPage(page);
    const params = matchRoutes(routes, location)?.at(-1)?.params ?? {};
    const wanted = query?.(params, new URLSearchParams(location.search));
    if (wanted) queries.setQueryData(wanted.queryKey, wanted.given(block));
  }
  keepOwnQueriesToOwner(queries);
  await nextTask();
  let whenReady: (navigate: NavigateFunction) => void = () => {};
  const navigation = new Promise<NavigateFunction>((resolve) => (whenReady = resolve));
  startAccount(
    {
      navigate: (path, state) =>
        void navigation.then((navigate) => navigate(path, { replace: true, state })),
      alert: showAlert,
      provider: block.campus.providerName,
    },
    block.campus.tokenSyncUrl,
  );

  const { campus, renderedAt } = block;
  const view = (
    <StrictMode>
      <PageSettingsContext value={{ campus, renderedAt, origin: location.origin }}>
        <QueryClientProvider client={queries}>
          <Hydration>
            <BrowserRouter>
              <App isUnknown={isUnknown} onReady={whenReady} />
            </BrowserRouter>
          </Hydration>
        </QueryClientProvider>
      </PageSettingsContext>
    </StrictMode>
  );
  startTransition(() => {
    if (isOfThisPage) hydrateRoot(root, view);
    else createRoot(root).render(view);
  });
  if (import.meta.env.PROD) whenIdle(startOffline);
}

/** A slow phone handles input between tasks. */
const nextTask = (): Promise<void> =>
  new Promise((done) => {
    setTimeout(done);
  });

function whenIdle(work: () => Promise<void>): void {
  const later = () => setTimeout(() => void work(), 1000);
  if (document.readyState === "complete") later();
  else addEventListener("load", later, { once: true });
}

if (isSupported)
  start().catch((failure: unknown) => {
    console.error("The page could not start", failure);
    addEventListener("online", () => location.reload(), { once: true });
  });
