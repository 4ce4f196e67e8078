import "./styles.css";
import "../browser/random-uuid.ts";
import { startTransition, StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { createBrowserRouter, matchRoutes } from "react-router";
import { RouterProvider } from "react-router/dom";
import { startAccount } from "../identity/auth-state.ts";
import { startOffline } from "./start-offline.ts";
import { type DataBlock, dataBlockId, PageSettingsContext } from "../routing/page-context.ts";
import { keepShown } from "./keep-shown.ts";
import { loadLazy, routes } from "./routes.tsx";
import { reloadOnceOnLostChunk } from "../shell/lost-chunk.ts";
import { showAlert } from "../ui/alert.tsx";
import { Hydration } from "../browser/hydrated.tsx";

reloadOnceOnLostChunk();

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

  const matched = matchRoutes(routes, location) ?? [];
  const isOfThisPage = matched.at(-1)?.route.id === block.routeId;
  if (isOfThisPage) await Promise.all(matched.map(({ route }) => loadLazy(route)));
  await nextTask();
  // The router keeps scroll positions by this key; its default is always the same.
  if (!(history.state as { key?: string } | null)?.key)
    history.replaceState({ key: Math.random().toString(36).slice(2) }, "");
  const router = createBrowserRouter(routes, {
    dataStrategy: keepShown(() => router.state),
    ...(isOfThisPage && { hydrationData: { loaderData: block.loaderData } }),
  });
  startAccount(
    {
      navigate: (path, state) => void router.navigate(path, { replace: true, state }),
      alert: showAlert,
      provider: block.campus.providerName,
    },
    block.campus.tokenSyncUrl,
  );

  const page = (
    <StrictMode>
      <PageSettingsContext value={{ campus: block.campus, renderedAt: block.renderedAt }}>
        <Hydration>
          <RouterProvider router={router} />
        </Hydration>
      </PageSettingsContext>
    </StrictMode>
  );
  startTransition(() => {
    if (isOfThisPage) hydrateRoot(root, page);
    else createRoot(root).render(page);
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
