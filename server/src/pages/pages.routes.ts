import serveFiles from "@fastify/static";
import type { CampusSettings } from "@market/contract/campus";
import { type HomeProducts, protectedPages, publicPages } from "@market/contract/pages";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { PageBundle } from "./bundle.ts";
import { writeDocument } from "./document.ts";
import { chooseEncoding, Documents, isSame } from "./documents.ts";
import { contentSecurityPolicy, documentHeaders, type OutsideOrigins } from "./headers.ts";

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
  outside?: OutsideOrigins;
  /** Sends other loopback names to `publicOrigin`, where sign-in works; for the trial mode. */
  redirectsLoopback?: boolean;
  now?: () => number;
};

export type Pages = {
  /** Answers an address that nothing else knows: a page under another case or the 404 page. */
  notFound(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** Tells the documents that show the catalogue that it has changed. */
  catalogueChanged(): void;
};

/** Registers every page and the build's files. */
export async function pageRoutes(app: FastifyInstance, options: PageOptions): Promise<Pages> {
  const { bundle, publicOrigin } = options;
  const documents = createDocuments(app, options);
  const headers = documentHeaders(policyOf(options));

  const send = async (request: FastifyRequest, reply: FastifyReply, key: string) => {
    const elsewhere = options.redirectsLoopback && otherLoopbackName(request, publicOrigin);
    if (elsewhere) return reply.redirect(elsewhere, 308);
    const { status, variants } = await documents.get(key);
    const encoding = chooseEncoding(request.headers["accept-encoding"]);
    const { bytes, etag } = variants[encoding];
    reply.headers(headers).header("etag", etag);
    if (status === 200 && isSame(request.headers["if-none-match"], etag))
      return reply.code(304).send();
    if (encoding !== "identity") reply.header("content-encoding", encoding);
    return reply.code(status).type("text/html; charset=utf-8").send(bytes);
  };
  for (const page of [...publicPages, ...protectedPages]) {
    app.get(page.replace(/\{(\w+)\}/g, ":$1(^[0-9a-f-]{36}$)"), (request, reply) =>
      send(request, reply, page),
    );
  }
  if (bundle.files !== undefined) await registerFiles(app, bundle.files);

  return {
    notFound: async (request, reply) => {
      const lower = lowerAddress(request.url);
      return lower === undefined ? send(request, reply, unknownKey) : reply.redirect(lower, 308);
    },
    catalogueChanged: () => documents.change(homeKeys),
  };
}

function policyOf({ bundle, outside }: PageOptions): string {
  const { styleAddress, styleHash } = bundle.assets;
  // Vite's client adds style elements and shows faults as HTML; only development loosens the rule for it.
  if (styleAddress !== undefined)
    return "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; connect-src 'self' ws:";
  return contentSecurityPolicy(styleHash, outside);
}

function createDocuments(
  app: FastifyInstance,
  { bundle, campus, publicOrigin, homeProducts, now = Date.now }: PageOptions,
) {
  return new Documents({
    now,
    failed: (page, error) =>
      app.log.error(
        { err: error, page },
        "A page could not be made anew; the last good one is shown",
      ),
    async make(key) {
      const isHome = homeKeys.includes(key);
      const home = isHome ? await homeProducts() : undefined;
      const address = publicOrigin + key.replace(/\{\w+\}/, "one");
      const page = await bundle.render(address, {
        campus,
        home,
        renderedAt: new Date(now()).toISOString(),
      });
      const canonical = key === "/home" ? `${publicOrigin}/` : address;
      return {
        status: page.status,
        text: writeDocument(page, bundle.assets, canonical),
        expiresAt: bundle.assets.styleAddress
          ? 0
          : isHome
            ? now() + homeLifetime
            : nextMidnight(now()),
      };
    },
  });
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
    },
  });
}

function otherLoopbackName(request: FastifyRequest, publicOrigin: string): string | undefined {
  const own = new URL(publicOrigin);
  const isOther =
    request.hostname !== own.hostname &&
    /^(localhost|127(\.\d+){3}|\[::1\])$/.test(request.hostname);
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
