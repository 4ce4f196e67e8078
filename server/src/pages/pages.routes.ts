import serveFiles from "@fastify/static";
import type { CampusSettings } from "@market/contract/campus";
import {
  type HomeProducts,
  bundlePage,
  bundlePoster,
  type Item,
  itemPage,
  itemPoster,
  moderatorsPages,
  newPage,
  type PageData,
  protectedPages,
  publicPages,
  shortAddress,
  transparencyPage,
} from "@market/contract/pages/pages";
import { categories, type Category } from "@market/contract/products/product";
import type { NewListings } from "@market/contract/sharing/endpoints";
import { codePattern } from "@market/contract/products/schemas";
import type { TransparencyMonth } from "@market/contract/moderation/schemas";
import type { Bundle } from "@market/contract/bundles/schemas";
import { type Theme, themeOf } from "@market/contract/theme";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isLoopbackHost } from "../config/loopback.ts";
import { isId } from "../db/ids.ts";
import { createConcurrencyLimit } from "../http/concurrency.ts";
import { AppError } from "../errors/errors.ts";
import { type Answer, type ResponseCache, sendCached, themedKey } from "../http/response-cache.ts";
import type { PageBundle } from "./bundle.ts";
import { writeDocument } from "./document.ts";
import {
  contentSecurityPolicy,
  documentHeaders,
  type OutsideOrigins,
  serviceWorkerHeaders,
  styleHash,
} from "../http/headers.ts";
import { manifestOf } from "./manifest.ts";
import { pagesOfOtherRelease } from "./other-releases.ts";

/** Milliseconds after which the random eight change. */
const homeLifetime = 60_000;
const homePages: readonly string[] = ["/", "/home"];
/** Milliseconds, as its answer of the API. */
const transparencyLifetime = 3_600_000;
/** Milliseconds, in case a change notice was lost. */
const itemLifetime = 5_000;
/** Milliseconds: at most four renderings of the home page a second, however often the catalogue changes. */
const leastAge = 250;
/** Documents are never refused under load, so their rendering is bounded here. */
const bounds = { concurrent: 4, waiting: 64 };
/** The cache key of all unknown addresses and absent products. */
const unknownKey = "/404";
const goneKey = "gone";

type PageOptions = {
  answers: ResponseCache;
  bundle: PageBundle;
  campus: CampusSettings;
  /** Every address inside documents is built on this, never on a Host header. */
  publicOrigin: string;
  homeProducts: () => Promise<HomeProducts>;
  transparencyMonths: () => Promise<TransparencyMonth[]>;
  findItem: (productId: string) => Promise<Item | undefined>;
  findBundle: (bundleId: string) => Promise<Bundle | undefined>;
  news: (category: Category | undefined) => Promise<NewListings>;
  findByCode: (code: string) => Promise<string | undefined>;
  /** @throws AppError rate-limited, so that no client can try all codes */
  countUnknownCode: (request: FastifyRequest) => void;
  mayModerate: (request: FastifyRequest) => Promise<boolean>;
  outside?: OutsideOrigins;
  now?: () => number;
};

/** @returns the handler of unknown addresses */
export async function pageRoutes(
  app: FastifyInstance,
  options: PageOptions,
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>> {
  const { answers, bundle, publicOrigin } = options;
  const findItem = async (id: string) => {
    const item = await options.findItem(id);
    return item && { item };
  };
  const findBundle = async (id: string) => {
    const bundle = await options.findBundle(id);
    return bundle && { bundle };
  };
  const render = createRenderer(options);
  const bounded = createConcurrencyLimit(bounds);

  const renderPage = async (page: string, theme: Theme | undefined) => {
    const address = publicOrigin + page.replace(/\{\w+\}/, "one");
    if (page === transparencyPage) {
      const shown = { transparency: await options.transparencyMonths() };
      return render({ address, theme, shown, life: { freshFor: transparencyLifetime } });
    }
    if (!homePages.includes(page)) return render({ address, theme });
    const life = { freshFor: leastAge, validFor: homeLifetime };
    const home = await options.homeProducts();
    return render({ address, theme, shown: { home }, life, canonical: `${publicOrigin}/` });
  };
  const sendPage = (request: FastifyRequest, reply: FastifyReply, page: string) => {
    const theme = themeOf(request.headers.cookie);
    return sendCached(answers, request, reply, themedKey(page, theme), () =>
      renderPage(page, theme),
    );
  };
  app.get<{ Querystring: { category?: string } }>(newPage, { config }, (request, reply) => {
    const theme = themeOf(request.headers.cookie);
    const asked = request.query.category || undefined;
    const category = categories.find((each) => each === asked);
    if (asked !== category) return sendPage(request, reply, unknownKey);
    const query = category === undefined ? "" : `?${new URLSearchParams({ category }).toString()}`;
    return sendCached(answers, request, reply, themedKey(newPage + query, theme), async () =>
      render({
        address: publicOrigin + newPage + query,
        theme,
        shown: { news: await options.news(category) },
        life: { freshFor: leastAge, validFor: itemLifetime },
      }),
    );
  });
  for (const page of [...publicPages, ...protectedPages]) {
    if (page === newPage) continue;
    app.get(page.replace(/\{(\w+)\}/g, ":$1(^[0-9a-f-]{36}$)"), { config }, (request, reply) =>
      sendPage(request, reply, page),
    );
  }
  const ofOne = [
    { page: itemPage, find: findItem, gone: { item: null } },
    { page: itemPoster, find: findItem, gone: { item: null } },
    { page: bundlePage, find: findBundle, gone: { bundle: null } },
    { page: bundlePoster, find: findBundle, gone: { bundle: null } },
  ];
  for (const { page, find, gone } of ofOne) {
    const pathOf = (id: string) => page.replace(/\{\w+\}/, id);
    const renderOne = async (id: string, theme: Theme | undefined) => {
      const shown = isId(id) ? await find(id) : undefined;
      if (shown === undefined) throw new AppError("product-not-found");
      const life = { validFor: itemLifetime };
      return render({ address: publicOrigin + pathOf(id), theme, shown, life });
    };
    app.get<{ Params: Record<string, string> }>(
      page.replace(/\{(\w+)\}/, ":$1"),
      { config },
      async (request, reply) => {
        const [id = ""] = Object.values(request.params);
        if (!isId(id) && isId(id.toLowerCase()))
          return reply.redirect(request.url.toLowerCase(), 308);
        const theme = themeOf(request.headers.cookie);
        try {
          return await sendCached(answers, request, reply, themedKey(pathOf(id), theme), () =>
            bounded(() => renderOne(id, theme)),
          );
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== "product-not-found") throw error;
          return sendCached(answers, request, reply, themedKey(`${goneKey} ${page}`, theme), () =>
            render({ address: publicOrigin + pathOf(goneKey), theme, shown: gone }),
          );
        }
      },
    );
  }
  app.get<{ Params: { code: string } }>(
    shortAddress.replace("{code}", ":code"),
    { config },
    async (request, reply) => {
      const code = request.params.code.toLowerCase();
      const productId = codePattern.test(code) ? await options.findByCode(code) : undefined;
      reply.header("cache-control", "no-store");
      if (productId !== undefined)
        return reply.redirect(itemPage.replace("{productId}", productId), 308);
      options.countUnknownCode(request);
      const theme = themeOf(request.headers.cookie);
      return sendCached(answers, request, reply, themedKey(`${goneKey} ${itemPage}`, theme), () =>
        render({
          address: publicOrigin + itemPage.replace("{productId}", goneKey),
          theme,
          shown: { item: null },
        }),
      );
    },
  );
  const manifest = JSON.stringify(manifestOf(options.campus));
  app.get("/manifest.webmanifest", (_request, reply) =>
    reply
      .header("cache-control", "public, max-age=3600")
      .type("application/manifest+json")
      .send(manifest),
  );
  if (bundle.files !== undefined) await registerFiles(app, bundle.files);

  const sendModeratorsPage = async (request: FastifyRequest, reply: FastifyReply, page: string) => {
    const theme = themeOf(request.headers.cookie);
    const { bytes, headers } = await render({ address: publicOrigin + page, theme });
    return reply.headers({ ...headers, "cache-control": "no-store" }).send(bytes);
  };
  // Every unknown address is checked like the moderators' pages, so that neither time nor limits distinguish them.
  return async (request, reply) => {
    const lower = lowerCaseUrl(request.url);
    const other = bundle.files && (await pagesOfOtherRelease(bundle.files, request.url));
    if (other) return reply.sendFile(request.url.slice(1), other);
    const moderatorsPage = moderatorsPages.find((page) => page === pathOf(request.url));
    const mayModerate = await options.mayModerate(request);
    if (mayModerate && moderatorsPage) return sendModeratorsPage(request, reply, moderatorsPage);
    return lower === undefined ? sendPage(request, reply, unknownKey) : reply.redirect(lower, 308);
  };
}

function policyOf({ bundle, outside }: PageOptions, styles: string[]): string {
  // Vite's client adds style elements and shows errors as HTML.
  if (bundle.assets.styleUrl !== undefined)
    return "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; connect-src 'self' ws:";
  return contentSecurityPolicy(styles, outside);
}

type Shown = {
  address: string;
  canonical?: string;
  theme: Theme | undefined;
  shown?: Pick<PageData, "home" | "item" | "bundle" | "transparency" | "news">;
  life?: Pick<Answer, "freshFor" | "validFor">;
};

/** Renders documents. Unless `life` says otherwise, they are fresh until midnight, because ages count in days. */
function createRenderer(options: PageOptions) {
  const { bundle, campus, now = Date.now } = options;
  const sheet = styleHash(bundle.assets.style);
  return async ({ address, canonical = address, theme, shown, life }: Shown): Promise<Answer> => {
    const renderedAt = new Date(now()).toISOString();
    const page = await bundle.render(address, { campus, renderedAt, ...shown });
    const { html, ownStyle } = writeDocument(page, bundle.assets, canonical, theme);
    const headers = {
      ...documentHeaders(policyOf(options, [styleHash(ownStyle), sheet])),
      "content-type": "text/html; charset=utf-8",
    };
    const answer = { status: page.status, headers, bytes: Buffer.from(html) };
    if (bundle.assets.styleUrl !== undefined) return answer;
    const untilMidnight = { freshFor: new Date(now()).setHours(24, 0, 0, 0) - now() };
    return { ...answer, outlivesFailure: true, ...(life ?? untilMidnight) };
  };
}

async function registerFiles(app: FastifyInstance, root: string): Promise<void> {
  await app.register(serveFiles, {
    root,
    // Files are looked up per request: a build made while we run is served too.
    wildcard: true,
    prefix: "/",
    index: false,
    dotfiles: "ignore",
    preCompressed: true,
    cacheControl: false,
    // Looking for a file would show by its duration that a call is unknown, unlike those of moderation.
    allowedPath: (path) => !path.startsWith("/api/"),
    setHeaders(reply, path) {
      const isHashed = path.includes("/assets/");
      reply.header(
        "cache-control",
        isHashed ? "public, max-age=31536000, immutable" : "public, max-age=3600",
      );
      reply.header("vary", "Accept-Encoding");
      if (/service-worker\.js(\.\w+)?$/.test(path)) reply.headers(serviceWorkerHeaders);
    },
  });
}

const config = { isPage: true };

/** Trial mode: sends other loopback names to where sign-in works. */
export function redirectLoopbackNames(app: FastifyInstance, publicOrigin: string): void {
  const own = new URL(publicOrigin).hostname;
  app.addHook("onRequest", ({ url, hostname, routeOptions }, reply, done) => {
    const isOther = routeOptions.config.isPage && hostname !== own && isLoopbackHost(hostname);
    if (isOther) reply.redirect(publicOrigin + url, 308);
    else done();
  });
}

declare module "fastify" {
  interface FastifyContextConfig {
    isPage?: boolean;
  }
}

const pathOf = (url: string): string => url.split("?", 1)[0] ?? "";

/** The canonical address of a page in capitals or with a trailing slash (Q13). */
function lowerCaseUrl(url: string): string | undefined {
  const [path = "", ...query] = url.split("?");
  const lower = path.toLowerCase().replace(/\/+$/, "");
  const isPage = [...publicPages, ...protectedPages].some((page) =>
    new RegExp(`^${page.replace(/\{\w+\}/, "[0-9a-f-]{36}")}$`).test(lower),
  );
  return isPage && lower !== path ? [lower, ...query].join("?") : undefined;
}
