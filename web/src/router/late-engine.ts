import { createElement, type ReactNode } from "react";
import { flushSync } from "react-dom";
import type { RouteObject, RouterProviderProps } from "react-router";

export type Router = RouterProviderProps["router"];
/** What the router of a document starts from: no data where the document does not stand for its address. */
export type Given = { routes: RouteObject[]; loaderData: Record<string, unknown> | undefined };

let given: Given | undefined;
let engine: Router | undefined;
let coming: Promise<Router> | undefined;
let scrollKeeper: ReactNode = null;
const listeners = new Set<() => void>();

export function giveToEngine(start: Given): void {
  given = start;
}

/**
 * The library's own router, fetched when it is first needed.
 * @throws what keeps its code from coming; the next call tries anew
 */
export function fetchEngine(): Promise<Router> {
  return (coming ??= startEngine().catch((failure: unknown) => {
    coming = undefined;
    throw failure;
  }));
}

async function startEngine(): Promise<Router> {
  const [{ createBrowserRouter }, { ScrollRestoration }] = await Promise.all([
    import("./engine.ts"),
    import("./scroll-restoration.ts"),
  ]);
  if (!given) throw new Error("The engine was asked for before the page has begun");
  const { routes, loaderData } = given;
  engine = createBrowserRouter(routes, loaderData ? { hydrationData: { loaderData } } : {});
  scrollKeeper = createElement(ScrollRestoration);
  // At once: where the page stands is to be noted before anybody leaves it.
  flushSync(() => listeners.forEach((listener) => listener()));
  return engine;
}

export function subscribeToEngine(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const currentEngine = (): Router | undefined => engine;

/** What keeps how far pages were scrolled; comes with the engine. */
export const currentScrollKeeper = (): ReactNode => scrollKeeper;
