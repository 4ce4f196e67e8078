import {
  createPath,
  IDLE_BLOCKER,
  IDLE_NAVIGATION,
  type Path,
  type RouteMatch,
  type RouteObject,
  type To,
} from "react-router";
import { whenUsed } from "../ui/first-use.ts";
import {
  currentEngine,
  fetchEngine,
  type Given,
  giveToEngine,
  type Router,
  subscribeToEngine,
} from "./late-engine.ts";

type State = Router["state"];
type Subscriber = Parameters<Router["subscribe"]>[0];
type LoaderData = NonNullable<Given["loaderData"]>;

/**
 * The page's one router. Where the document brought everything that its address shows, it shows that
 * at once, and the library's own router, which only the way to another address needs, comes when
 * somebody is there ([decision 033](../../../docs/decisions/033-the-router-comes-with-the-first-touch.md)).
 * @param matched the routes of the address; their modules are loaded where there is data
 */
export async function makeRouter(
  routes: RouteObject[],
  matched: RouteMatch[],
  loaderData: Given["loaderData"],
): Promise<Router> {
  giveToEngine({ routes, loaderData });
  const isComplete = ({ route }: RouteMatch) =>
    !route.loader || `${route.id}` in (loaderData ?? {});
  if (!loaderData || !matched.every(isComplete)) return fetchEngine();
  whenUsed(() => void fetchEngine().catch(console.warn));
  return earlyRouter(matched, loaderData);
}

/** Has what the library's provider and hooks ask of a router; what it cannot do itself it hands on. */
function earlyRouter(matched: RouteMatch[], loaderData: LoaderData): Router {
  const early = stateOf(matched, loaderData);
  const subscribers = new Set<Subscriber>();
  const tell: Subscriber = (...news) => subscribers.forEach((subscriber) => subscriber(...news));
  bringEngineOnBack(early.location.pathname);
  const stop = subscribeToEngine(() => {
    stop();
    const engine = currentEngine();
    engine?.subscribe(tell);
    if (engine && createPath(engine.state.location) !== createPath(early.location))
      tell(engine.state, { deletedFetchers: [], newErrors: null, flushSync: false });
  });

  const router: Partial<Router> = {
    get state() {
      return currentEngine()?.state ?? early;
    },
    get routes() {
      return currentEngine()?.routes ?? [];
    },
    get manifest() {
      return currentEngine()?.manifest ?? {};
    },
    window,
    subscribe(subscriber) {
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
    createHref: createPath,
    createURL: urlOf,
    encodeLocation(to) {
      const { pathname, search, hash } = urlOf(to);
      return { pathname, search, hash };
    },
    async navigate(...way: [never]) {
      const engine = await fetchEngine().catch(() => undefined);
      if (engine) await engine.navigate(...way);
      else leaveTo(way[0]);
    },
    async revalidate() {
      await (await fetchEngine()).revalidate();
    },
    enableScrollRestoration: (...places) =>
      currentEngine()?.enableScrollRestoration(...places) ?? (() => undefined),
    getBlocker(key, blocks) {
      const engine = currentEngine();
      if (engine) return engine.getBlocker(key, blocks);
      void fetchEngine().then((late) => late.getBlocker(key, blocks));
      return IDLE_BLOCKER;
    },
    deleteBlocker(key) {
      void fetchEngine().then((late) => late.deleteBlocker(key));
    },
  };
  return router as Router;
}

/** As the library's router has it when it begins with a document's data. */
function stateOf(matches: RouteMatch[], loaderData: LoaderData): State {
  const { pathname, search, hash } = window.location;
  const { usr = null, key = "default" } = (history.state ?? {}) as { usr?: unknown; key?: string };
  return {
    historyAction: "POP",
    location: { pathname, search, hash, state: usr, key },
    matches,
    initialized: true,
    renderFallback: false,
    navigation: IDLE_NAVIGATION,
    restoreScrollPosition: false,
    preventScrollReset: false,
    revalidation: "idle",
    loaderData,
    actionData: null,
    errors: null,
    fetchers: new Map(),
    blockers: new Map(),
  } as unknown as State;
}

/** Who goes back before the engine is there, after a reload: another page has a document of its own. */
function bringEngineOnBack(pathname: string): void {
  const onBack = () => {
    if (location.pathname === pathname) void fetchEngine();
    else location.reload();
  };
  addEventListener("popstate", onBack);
  const stop = subscribeToEngine(() => {
    stop();
    removeEventListener("popstate", onBack);
  });
}

const pathOf = (to: To | Partial<Path>) => (typeof to === "string" ? to : createPath(to));
const urlOf = (to: To) => new URL(pathOf(to), location.href);

/** The browser's own way, where the engine's code cannot be had: a document, which may be a kept one. */
function leaveTo(to: To | number | null): void {
  if (typeof to === "number") history.go(to);
  else if (to !== null) location.assign(pathOf(to));
}
