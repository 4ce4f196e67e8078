import serveFiles from "@fastify/static";
import type { CampusSettings } from "@market/contract/campus";
import {
  type HomeProducts,
  itemPage,
  type PageData,
  protectedPages,
  publicPages,
} from "@market/contract/pages";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Lookup } from "../fast-lane.ts";
import { isLoopbackHost } from "../config/loopback.ts";
import { isId } from "../ids.ts";
import { chooseEncoding, type Encoding, type Ready, sendReady } from "../ready-bytes.ts";
import type { PageBundle } from "./bundle.ts";
import { writeDocument } from "./document.ts";
import { type Document, Documents, type MadeDocument } from "./documents.ts";
import {
  contentSecurityPolicy,
  documentHeaders,
  type OutsideOrigins,
  serviceWorkerHeaders,
} from "./headers.ts";
import { ItemDocuments } from "./item-documents.ts";
import { manifestOf } from "./manifest.ts";

/** Milliseconds that a home page lives: then its random eight change. */
const homeLifetime = 60_000;
const homeKeys = ["/", "/home"];
/** Stands for every address that is no page, so that they cannot fill the memory. */
const unknownKey = "/404";

export type PageOptions = {
  bundle: PageBundle;
  campus: CampusSettings;
  /** Every address inside documents is built on this, never on a Host header. */
  publicOrigin: string;
  /** Never sold products; asked at most four times a second. */
  homeProducts: () => Promise<HomeProducts>;
  /** JSON of an `Item` of the contract; undefined where there is no such product. */
  findItem: (productId: string) => Promise<string | undefined>;
  outside?: OutsideOrigins;
  /** Sends other loopback names to `publicOrigin`, where sign-in works; for the trial mode. */
  redirectsLoopback?: boolean;
  now?: () => number;
};

export type Pages = {
  /** Finds the document of an address when it is ready. */
  lookup: Lookup;
  /** Answers an address that nothing else knows: a page under another case or the 404 page. */
  notFound(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** Tells the documents that show the catalogue that it has changed. */
  catalogueChanged(): void;
};

/** Registers every page and the build's files. */
export async function pageRoutes(app: FastifyInstance, options: PageOptions): Promise<Pages> {
  const { bundle, publicOrigin } = options;
  const make = createMaker(options);
  const documents = createDocuments(app, options, make);
  const items = createItemDocuments(app, options, make);
  const headers = {
    ...documentHeaders(policyOf(options)),
    "content-type": "text/html; charset=utf-8",
  };
  const readyOf = ({ status, variants }: Document, encoding: Encoding): Ready => ({
    status,
    headers,
    encoding,
    variant: variants[encoding],
  });

  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    get: () => Promise<Document>,
  ) => {
    const elsewhere = options.redirectsLoopback && otherLoopbackName(request, publicOrigin);
    if (elsewhere) return reply.redirect(elsewhere, 308);
    const encoding = chooseEncoding(request.headers["accept-encoding"]);
    return sendReady(request, reply, readyOf(await get(), encoding));
  };
  for (const page of [...publicPages, ...protectedPages]) {
    app.get(page.replace(/\{(\w+)\}/g, ":$1(^[0-9a-f-]{36}$)"), (request, reply) =>
      send(request, reply, () => documents.get(page)),
    );
  }
  app.get<{ Params: { productId: string } }>(
    itemPage.replace(/\{(\w+)\}/, ":$1"),
    (request, reply) => {
      const { productId } = request.params;
      if (!isId(productId) && isId(productId.toLowerCase()))
        return reply.redirect(request.url.toLowerCase(), 308);
      return send(request, reply, () => items.get(productId));
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

  const itemPrefix = itemPage.slice(0, itemPage.indexOf("{"));
  const { host: ownHost } = new URL(publicOrigin);
  const fixedPages = new Set<string>(publicPages);
  return {
    lookup(url, { host, encoding }) {
      // Another name may have to be sent to our own.
      if (host !== ownHost) return undefined;
      if (fixedPages.has(url)) {
        const document = documents.ready(url);
        return document && { ...readyOf(document, encoding()), route: url };
      }
      if (!url.startsWith(itemPrefix)) return undefined;
      const document = items.ready(url.slice(itemPrefix.length));
      return document && { ...readyOf(document, encoding()), route: itemPage };
    },
    notFound: async (request, reply) => {
      const lower = lowerAddress(request.url);
      return lower === undefined
        ? send(request, reply, () => documents.get(unknownKey))
        : reply.redirect(lower, 308);
    },
    catalogueChanged() {
      documents.change(homeKeys);
      items.change();
    },
  };
}

function policyOf({ bundle, outside }: PageOptions): string {
  const { styleAddress, styleHash } = bundle.assets;
  // Vite's client adds style elements and shows faults as HTML; only development loosens the rule for it.
  if (styleAddress !== undefined)
    return "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; connect-src 'self' ws:";
  return contentSecurityPolicy(styleHash, outside);
}

type Make = (
  address: string,
  shown: Pick<PageData, "home" | "item">,
  canonical?: string,
) => Promise<Omit<MadeDocument, "expiresAt">>;

function createMaker({ bundle, campus, now = Date.now }: PageOptions): Make {
  return async (address, shown, canonical = address) => {
    const renderedAt = new Date(now()).toISOString();
    const page = await bundle.render(address, { campus, renderedAt, ...shown });
    return { status: page.status, text: writeDocument(page, bundle.assets, canonical) };
  };
}

function createDocuments(app: FastifyInstance, options: PageOptions, make: Make): Documents {
  const { bundle, publicOrigin, homeProducts, now = Date.now } = options;
  return new Documents({
    now,
    failed: (page, error) => tellFailure(app, page, error),
    async make(key) {
      const isHome = homeKeys.includes(key);
      const home = isHome ? await homeProducts() : undefined;
      const address = publicOrigin + key.replace(/\{\w+\}/, "one");
      const made = await make(address, { home }, key === "/home" ? `${publicOrigin}/` : address);
      const expiresAt = isHome ? now() + homeLifetime : nextMidnight(now());
      return { ...made, expiresAt: bundle.assets.styleAddress ? 0 : expiresAt };
    },
  });
}

function createItemDocuments(
  app: FastifyInstance,
  { bundle, publicOrigin, findItem, now = Date.now }: PageOptions,
  make: Make,
): ItemDocuments {
  return new ItemDocuments({
    now,
    // What is no id stands for no product; the database would refuse it.
    find: async (productId) => (isId(productId) ? findItem(productId) : undefined),
    failed: (productId, error) => tellFailure(app, productId, error),
    async make(productId, item) {
      const made = await make(publicOrigin + itemPage.replace(/\{\w+\}/, productId), { item });
      return { ...made, expiresAt: bundle.assets.styleAddress ? 0 : nextMidnight(now()) };
    },
  });
}

function tellFailure(app: FastifyInstance, page: string, error: unknown): void {
  app.log.error({ err: error, page }, "A page could not be made anew; the last good one is shown");
}

async function registerFiles(app: FastifyInstance, root: string): Promise<void> {
  await app.register(serveFiles, {
    root,
    // Names are found when they are asked for: a build made while we run is served too.
    wildcard: true,
    prefix: "/",
    index: false,
    dotfiles: "ignore",
    preCompressed: true,
    cacheControl: false,
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

function otherLoopbackName(request: FastifyRequest, publicOrigin: string): string | undefined {
  const own = new URL(publicOrigin);
  const isOther = request.hostname !== own.hostname && isLoopbackHost(request.hostname);
  return isOther ? publicOrigin + request.url : undefined;
}

/** The address of the page that was meant by one in capitals or with a slash at its end (Q13). */
function lowerAddress(url: string): string | undefined {
  const [path = "", ...query] = url.split("?");
  const lower = path.toLowerCase().replace(/\/+$/, "");
  const isPage = [...publicPages, ...protectedPages].some((page) =>
    new RegExp(`^${page.replace(/\{\w+\}/, "[0-9a-f-]{36}")}$`).test(lower),
  );
  return isPage && lower !== path ? [lower, ...query].join("?") : undefined;
}

/** Ages count in days of the server's clock, so a document of yesterday is wrong after midnight. */
function nextMidnight(now: number): number {
  return new Date(now).setHours(24, 0, 0, 0);
}
