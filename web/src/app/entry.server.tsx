import type { Render } from "@market/contract/pages/pages";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { matchRoutes, StaticRouter } from "react-router";
import { createQueries } from "../api/queries.ts";
import { type DataBlock, PageSettingsContext } from "../routing/page-context.ts";
import { App, routeIdsAt } from "./app.tsx";
import { loadPage } from "./page-view.tsx";
import { pageOf, publicPages, routes } from "./routes.tsx";

/** Everyone is signed out on the server: pages behind the guard are not loaded. */
await Promise.all(publicPages.map(loadPage));

/** @throws whatever a component throws */
export const render: Render = async (address, data) => {
  const { origin, pathname, search } = new URL(address);
  const routeIds = routeIdsAt(pathname);
  const page = pageOf(routeIds);
  if (!page) throw new Error(`No page at ${address}`);
  const module = publicPages.includes(page) ? await loadPage(page) : undefined;
  const queries = createQueries();
  const query = module?.query?.(
    matchRoutes(routes, pathname)?.at(-1)?.params ?? {},
    new URLSearchParams(search),
  );
  const found = query?.given(data);
  if (query) queries.setQueryData(query.queryKey, found);

  const settings = { campus: data.campus, renderedAt: data.renderedAt, origin };
  const html = renderToString(
    <StrictMode>
      <PageSettingsContext value={settings}>
        <QueryClientProvider client={queries}>
          <StaticRouter location={pathname + search}>
            <App />
          </StaticRouter>
        </QueryClientProvider>
      </PageSettingsContext>
    </StrictMode>,
  );
  const head = page.head ?? module?.handle?.head;
  if (!head) throw new Error(`No page describes itself at ${address}`);
  const block: DataBlock = { ...data, routeId: routeIds.at(-1) ?? "" };
  return {
    status: module?.handle?.status?.(found) ?? 200,
    html,
    head: head(data.campus, found),
    data: block,
    modules: [`src/pages/${page.module}.tsx`],
  };
};
