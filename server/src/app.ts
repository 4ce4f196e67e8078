import cookie from "@fastify/cookie";
import { randomUUID } from "node:crypto";
import Fastify, {
  type FastifyHttpOptions,
  type FastifyInstance,
  LogController,
  type RawServerDefault,
} from "fastify";
import { analyticsRoutes } from "./analytics/analytics.routes.ts";
import { avatarRoutes } from "./avatars/avatars.routes.ts";
import { descriptionRoutes } from "./descriptions/descriptions.routes.ts";
import { createServe } from "./endpoint.ts";
import { AppError, handleErrors, sendProblem } from "./errors.ts";
import { openFastLane } from "./fast-lane.ts";
import { limitConnections } from "./http/connections.ts";
import { createRateLimiter, limitRequests } from "./http/rate-limit.ts";
import { collectMethods, refuseTwoHosts } from "./http/refusals.ts";
import { openIdentity } from "./identity/identity.ts";
import { identityRoutes } from "./identity/identity.routes.ts";
import { imageRoutes } from "./images/images.routes.ts";
import { longestUpload } from "./images/multipart.ts";
import { apiDocsRoutes } from "./operations/api-docs.routes.ts";
import { watchHealth } from "./operations/health.ts";
import { healthRoutes } from "./operations/health.routes.ts";
import { type LoadLimits, shedLoad } from "./operations/load.ts";
import { metricsRoutes } from "./operations/metrics.routes.ts";
import { continueWhenWanted, limitSlowBodies } from "./operations/slow.ts";
import { createPace } from "./operations/pace.ts";
import { robotsTxtRoutes } from "./operations/robots-txt.routes.ts";
import { securityTxtRoutes } from "./operations/security-txt.routes.ts";
import { sitemapRoutes } from "./operations/sitemap.routes.ts";
import { isFromElsewhere, refuseOthersInTrial } from "./operations/trial-guard.ts";
import { campusOf, outsideOf } from "./pages/campus.ts";
import { commonHeaders } from "./pages/headers.ts";
import { openPages } from "./pages/open.ts";
import { pageRoutes } from "./pages/pages.routes.ts";
import type { Parts } from "./parts.ts";
import { selectHomeProducts } from "./products/home.ts";
import { cardRoutes } from "./products/cards.routes.ts";
import { findItem } from "./products/items.ts";
import { listRoutes } from "./products/lists.routes.ts";
import { productRoutes } from "./products/products.routes.ts";
import { ReadyLists } from "./products/ready-lists.ts";
import { savedRoutes } from "./saved/saved.routes.ts";
import { answerUnreadable } from "./unreadable.ts";
import { userRoutes } from "./users/users.routes.ts";

/** Also told at start. */
export const embeddedNote =
  "The embedded PostgreSQL is in use. For production a maintained PostgreSQL through DATABASE_URL is recommended.";

/** Bytes of a JSON body; photos come as multipart, which is counted apart. */
const jsonLimit = 64 * 1024;

/**
 * The whole product on one Fastify instance: its rooms, registered by hand in reading order.
 * @param limits how much this process takes on; the usual ones unless a test wants to see it refuse
 */
export async function buildApp(parts: Parts, limits?: LoadLimits): Promise<FastifyInstance> {
  const { config, db, changes } = parts;
  const app = Fastify(optionsOf(parts));
  handleErrors(app);
  readJsonBodies(app);
  app.decorateRequest("caller");
  addHooks(app, config.PUBLIC_ORIGIN);
  limitConnections(app);
  refuseTwoHosts(app);
  const methodsOf = collectMethods(app);
  const isClosedTrial = config.mode === "trial" && !config.TRIAL_OPEN;
  if (isClosedTrial) refuseOthersInTrial(app);
  const common = commonHeaders(config.PUBLIC_ORIGIN);
  const { admit, isWorking } = shedLoad(app, { limits, waitingForDatabase: db.waiting, common });
  limitSlowBodies(app);
  continueWhenWanted(app);
  await app.register(cookie);
  const health = watchHealth(parts);
  const observe = metricsRoutes(app, config.METRICS_TOKEN, health);

  const identity = openIdentity(parts);
  const limiter = createRateLimiter({
    perMinute: config.LIMITS_REQUESTS_PER_MINUTE,
    trustedProxies: config.TRUSTED_PROXIES,
    log: app.log,
  });
  limitRequests(app, limiter, identity.door);
  const serve = createServe(app, identity.door, config.PUBLIC_ORIGIN);
  identityRoutes(app, serve, identity, limiter);
  userRoutes(serve, parts);
  const lists = new ReadyLists();
  listRoutes(serve, parts, lists);
  productRoutes(serve, parts, limiter);
  savedRoutes(serve, parts);
  cardRoutes(app, parts);
  imageRoutes(app, serve, parts, createPace(isWorking));
  descriptionRoutes(serve, parts, limiter);
  avatarRoutes(app, parts);
  analyticsRoutes(app, serve, parts);

  healthRoutes(app, {
    health,
    token: config.METRICS_TOKEN,
    notes: config.DATABASE_URL === undefined ? [embeddedNote] : [],
  });
  apiDocsRoutes(app, config.PUBLIC_ORIGIN);
  securityTxtRoutes(app, config);
  robotsTxtRoutes(app, config.PUBLIC_ORIGIN);
  sitemapRoutes(app, { db, publicOrigin: config.PUBLIC_ORIGIN });
  const pages = await pageRoutes(app, {
    bundle: await openPages(app, config.isDevelopment),
    campus: campusOf(config),
    outside: outsideOf(config),
    publicOrigin: config.PUBLIC_ORIGIN,
    homeProducts: () => selectHomeProducts(db),
    findItem: (productId) => findItem(db, productId),
    redirectsLoopback: config.mode === "trial",
  });
  app.addHook("onClose", async () => unsubscribe());
  const unsubscribe = changes.subscribe((change) => {
    lists.change(change);
    pages.catalogueChanged();
  });
  openFastLane(app, {
    lookups: [lists.lookup, pages.lookup],
    isFor: (headers) => !isClosedTrial || !isFromElsewhere(headers),
    known: lists.known,
    common,
    admit,
    consume: (request) => limiter.consume(request, undefined),
    observe,
  });
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsOf(request.url);
    if (methods.length > 0 && !methods.includes(request.method))
      return sendProblem(
        new AppError("method-not-allowed"),
        request,
        reply.header("allow", methods.join(", ")),
      );
    return /^\/(api|photos|avatars)\//.test(request.url) || request.method !== "GET"
      ? sendProblem(new AppError("not-found"), request, reply)
      : pages.notFound(request, reply);
  });
  return app;
}

function optionsOf({ config, log }: Parts): FastifyHttpOptions<RawServerDefault> {
  return {
    ...answerUnreadable(config.PUBLIC_ORIGIN),
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: jsonLimit,
    routerOptions: { maxParamLength: 200 },
    // Of everything but uploads the body has its own, shorter time (`operations/slow.ts`).
    requestTimeout: longestUpload,
    connectionTimeout: 60_000,
    keepAliveTimeout: 75_000,
    maxRequestsPerSocket: 10_000,
    forceCloseConnections: "idle",
    // Whoever is connected already is served, and told to connect elsewhere next time.
    return503OnClosing: false,
    // Node looks for late ones twice a minute unless told.
    http: { headersTimeout: 10_000, maxHeaderSize: 16_384, connectionsCheckingInterval: 1_000 },
  };
}

function addHooks(app: FastifyInstance, publicOrigin: string): void {
  const headers = commonHeaders(publicOrigin);
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(headers).header("x-request-id", request.id);
  });
  app.addHook("onResponse", async (request, reply) => {
    const { url: route } = request.routeOptions;
    const ms = Math.round(reply.elapsedTime);
    const asked = route?.endsWith("*") === false ? { route } : { path: pathOf(request.url) };
    const { method } = request;
    request.log.info({ method, ...asked, status: reply.statusCode, ms }, "request");
  });
}

/** The path of a file or of nothing, without what could be somebody's address or number. */
const pathOf = (url: string) =>
  url
    .split("?")[0]
    ?.slice(0, 200)
    .replaceAll(/[^\w/.-]+|\d{8,}/g, "?");

/** JSON only; an empty JSON body is no body, because clients of the specification send such. */
function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser(["application/json", "text/plain"]);
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else void parse(request, body as string, done);
  });
}
