import type { RouteObject } from "react-router";

/**
 * Puts a lazy route's module into the route. Must be done to every matched route before a router
 * is made: a router that loads them itself renders nothing first, and the page appears twice.
 */
export async function loadLazy(route: RouteObject): Promise<void> {
  if (typeof route.lazy !== "function") return;
  const module = await route.lazy();
  Object.assign(route, module, { lazy: undefined });
}
