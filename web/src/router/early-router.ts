import {
  createPath,
  IDLE_BLOCKER,
  IDLE_NAVIGATION,
  type RouteMatch,
  type RouteObject,
  type To,
} from "react-router";
import { perTab } from "../account/storage.ts";
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
const noNews = { deletedFetchers: [], newErrors: null, flushSync: false };

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
  /** The page is still waking up, and has not heard what the engine told. */
  let hasMissed = false;
  const tell: Subscriber = (...news) => {
    hasMissed ||= subscribers.size === 0;
    for (const subscriber of subscribers) subscriber(...news);
  };
  bringEngineOnBack(early.location.pathname);
  restoreScroll(early.location.key);
  const stop = subscribeToEngine(() => {
    stop();
    const engine = currentEngine();
    engine?.subscribe(tell);
    if (engine && createPath(engine.state.location) !== createPath(early.location))
      tell(engine.state, noNews);
  });
  /** Ways that wait for the engine: a second tap on the same is none. */
  const waiting = new Map<string, Promise<void>>();
  const goLater = async (...way: [never]) => {
    const engine = await fetchEngine().catch(() => undefined);
    if (engine) await engine.navigate(...way);
    else leaveTo(...way);
  };

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
      const engine = currentEngine();
      if (engine && hasMissed) subscriber(engine.state, noNews);
      hasMissed = false;
      return () => subscribers.delete(subscriber);
    },
    createHref: createPath,
    createURL: urlOf,
    encodeLocation(to) {
      const { pathname, search, hash } = urlOf(to);
      return { pathname, search, hash };
    },
    navigate(...way: [never]) {
      const engine = currentEngine();
      if (engine) return engine.navigate(...way);
      const name = JSON.stringify(way[0]);
      const going = waiting.get(name) ?? goLater(...way).finally(() => waiting.delete(name));
      waiting.set(name, going);
      return going;
    },
    async revalidate() {
      await (await fetchEngine()).revalidate();
    },
    enableScrollRestoration: (...places) =>
      currentEngine()?.enableScrollRestoration(...places) ?? (() => undefined),
    getBlocker(key, blocks) {
      const engine = currentEngine();
      if (engine) return engine.getBlocker(key, blocks);
      void fetchEngine().then((late) => late.getBlocker(key, blocks), console.warn);
      return IDLE_BLOCKER;
    },
    deleteBlocker(key) {
      void fetchEngine().then((late) => late.deleteBlocker(key), console.warn);
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
    if (location.pathname === pathname) fetchEngine().catch(() => location.reload());
    else location.reload();
  };
  addEventListener("popstate", onBack);
  const stop = subscribeToEngine(() => {
    stop();
    removeEventListener("popstate", onBack);
  });
}

/**
 * Of a page that was left by a way inside the app, and is a document again, the browser has not kept how
 * far it was scrolled.
 * @param key of the location, under which the library has kept it
 */
function restoreScroll(key: string): void {
  if (history.scrollRestoration !== "manual") return;
  history.scrollRestoration = "auto";
  scrollTo({ top: placesKept()[key] ?? 0, behavior: "instant" });
}

function placesKept(): Partial<Record<string, number>> {
  try {
    return JSON.parse(perTab.read("react-router-scroll-positions") ?? "{}") as object;
  } catch {
    return {};
  }
}

/** A search part alone stays on its page. */
const urlOf = (to: To) =>
  new URL(
    typeof to === "string" ? to : createPath({ pathname: location.pathname, ...to }),
    location.href,
  );

/** The browser's own way, where the engine's code cannot be had: a document, which may be a kept one. */
function leaveTo(to: To | number | null, options?: { replace?: boolean }): void {
  if (typeof to === "number") return history.go(to);
  const address = urlOf(to ?? "").href;
  if (address === location.href) return;
  if (options?.replace) location.replace(address);
  else location.assign(address);
}
