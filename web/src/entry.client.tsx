import "./styles.css";
import { startTransition, StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { matchRoutes } from "react-router";
import { RouterProvider } from "react-router/dom";
import { startAccount } from "./account/auth-state.ts";
import { loadLazy } from "./load-lazy.ts";
import { startOffline } from "./offline/start-offline.ts";
import { type DataBlock, dataBlockId, PageSettingsContext } from "./page-context.ts";
import { makeRouter } from "./router/early-router.ts";
import { routes } from "./routes.tsx";
import { reloadOnceOnLostChunk } from "./shell/lost-chunk.ts";
import { showAlert } from "./ui/alert.tsx";
import { Hydration } from "./ui/hydrated.tsx";

reloadOnceOnLostChunk();

/** Below them the page stays as the document brought it, which says so: docs/browsers.md. */
const isServed = CSS.supports(
  "(width: 1lh) or ((animation-composition: add) and (-moz-orient: inline))",
);

/** Not at the top level: page modules import from this file's chunk and would wait for it for ever. */
async function start(): Promise<void> {
  await nextTask();
  const block = JSON.parse(
    document.getElementById(dataBlockId)?.textContent ?? "null",
  ) as DataBlock;
  const root = document.getElementById("root");
  if (!root) throw new Error("The document has no root element");

  const matched = matchRoutes(routes, location) ?? [];
  const isItsOwn = matched.at(-1)?.route.id === block.routeId;
  if (isItsOwn) await Promise.all(matched.map(({ route }) => loadLazy(route)));
  const router = await makeRouter(routes, matched, isItsOwn ? block.loaderData : undefined);
  await nextTask();
  startAccount(
    {
      go: (path, state) => void router.navigate(path, { replace: true, state }),
      alert: showAlert,
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
  // In slices, for the same reason.
  startTransition(() => {
    if (isItsOwn) hydrateRoot(root, page);
    else createRoot(root).render(page);
  });
  if (import.meta.env.PROD) whenIdle(startOffline);
}

/** To run the scripts, to make the router and to wake the page are tasks of their own: a slow phone answers a finger between them. */
const nextTask = (): Promise<void> =>
  new Promise((done) => {
    setTimeout(done);
  });

/** After everything that the page itself needs. */
function whenIdle(work: () => Promise<void>): void {
  const later = () => setTimeout(() => void work(), 1000);
  if (document.readyState === "complete") later();
  else addEventListener("load", later, { once: true });
}

if (isServed)
  start().catch((failure: unknown) => {
    console.error("The page could not wake up", failure);
    addEventListener("online", () => location.reload(), { once: true });
  });
