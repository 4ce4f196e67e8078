import type { PageData, Render } from "@market/contract/pages/pages";
import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import {
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  StaticRouterProvider,
  type RouteObject,
} from "react-router";
import { type DataBlock, PageSettingsContext, serverData } from "../routing/page-context.ts";
import type { PageHandle } from "../routing/head.ts";
import { loadLazy, moduleOf, routes } from "./routes.tsx";

/** Everyone is signed out on the server: pages behind the guard are not loaded. */
async function forServer(route: RouteObject, guarded = false): Promise<RouteObject> {
  if (guarded)
    return { id: route.id, path: route.path, handle: route.handle, Component: () => null };
  const copy = { ...route } as RouteObject;
  await loadLazy(copy);
  const children = route.children?.map((child) => forServer(child, route.id === "guard"));
  return children ? ({ ...copy, children: await Promise.all(children) } as RouteObject) : copy;
}

const handler = createStaticHandler(await Promise.all(routes.map((route) => forServer(route))));

function requestContext(data: PageData): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(serverData, data);
  return context;
}

/** @throws whatever a loader or a component throws */
export const render: Render = async (address, data) => {
  const context = await handler.query(new Request(address), {
    requestContext: requestContext(data),
  });
  if (context instanceof Response) throw new Error(`The page ${address} answered with a redirect`);
  const [failure] = Object.values(context.errors ?? {});
  if (failure) throw failure;

  const settings = { campus: data.campus, renderedAt: data.renderedAt };
  const html = renderToString(
    <StrictMode>
      <PageSettingsContext value={settings}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </PageSettingsContext>
    </StrictMode>,
  );
  const match = context.matches.findLast(({ route }) => route.handle);
  if (!match) throw new Error(`No page describes itself at ${address}`);
  const handle = match.route.handle as PageHandle;
  const found: unknown = context.loaderData[match.route.id];
  const routeId = context.matches.at(-1)?.route.id ?? "";
  const block: DataBlock = { ...settings, routeId, loaderData: context.loaderData };
  return {
    status: handle.status?.(found) ?? 200,
    html,
    head: handle.head(data.campus, found),
    data: block,
    modules: context.matches.flatMap(({ route }) => moduleOf(route.id) ?? []),
  };
};
