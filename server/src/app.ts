import cookie from "@fastify/cookie";
import Fastify, { type FastifyInstance } from "fastify";
import { analyticsRoutes } from "./analytics/analytics.routes.ts";
import { avatarRoutes } from "./students/avatars.routes.ts";
import { contactRequestRoutes } from "./deals/contact-requests.routes.ts";
import { contactRoutes } from "./deals/contacts.routes.ts";
import { dealRoutes } from "./deals/deals.routes.ts";
import { descriptionRoutes } from "./descriptions/descriptions.routes.ts";
import { createServe } from "./http/serve.ts";
import { AppError } from "./errors/errors.ts";
import { handleErrors, sendProblem } from "./http/problem.ts";
import { createRateLimiter, limitRequests } from "./http/rate-limit.ts";
import { collectMethods, requireOneHost } from "./http/request-checks.ts";
import { type IdentityEvents, openIdentity } from "./identity/identity.ts";
import { isModeratorsBrowser } from "./identity/moderators-browser.ts";
import { identityRoutes } from "./identity/identity.routes.ts";
import { noticeRoutes } from "./notices/notices.routes.ts";
import { unsubscribeRoutes } from "./notices/unsubscribe.routes.ts";
import { longestUpload } from "./photos/multipart.ts";
import { createPhotoVisibility } from "./products/photo-visibility.ts";
import { photoRoutes } from "./photos/photos.routes.ts";
import { tryBackup } from "./backup/run.ts";
import { requestEchoRoutes } from "./operations/request-echo.routes.ts";
import { apiDocsRoutes } from "./operations/api-docs.routes.ts";
import { operationsRoutes } from "./operations/operations.routes.ts";
import { healthRoutes, watchHealth } from "./operations/health.routes.ts";
import { type LoadLimits, Overload } from "./http/overload.ts";
import { watchHealthSnapshot } from "./operations/statistics/health-snapshot.ts";
import { metricsRoutes } from "./operations/metrics.routes.ts";
import { limitSlowBodies } from "./http/slow.ts";
import { countCases } from "./moderation/cases.sql.ts";
import { grievanceRoutes } from "./moderation/grievances.routes.ts";
import { moderationRoutes } from "./moderation/moderation.routes.ts";
import { reportRoutes } from "./moderation/reports.routes.ts";
import { createTransparency } from "./moderation/transparency.ts";
import { transparencyRoutes } from "./moderation/transparency.routes.ts";
import { selectNews } from "./sharing/new-items.sql.ts";
import { newCardRoutes } from "./sharing/new-card.ts";
import { sharingRoutes } from "./sharing/sharing.routes.ts";
import { continueAdmitted, createHttpServer, stopTaking } from "./http/server.ts";
import { ResponseCache, serveCachedResponses } from "./http/response-cache.ts";
import { wellKnownRoutes } from "./operations/well-known.routes.ts";
import { sitemapRoutes } from "./operations/sitemap.routes.ts";
import { refuseOthersInTrial } from "./operations/trial-guard.ts";
import { campusOf, outsideOf } from "./pages/campus.ts";
import { commonHeaders } from "./http/headers.ts";
import { openPages } from "./pages/bundle.ts";
import { pageRoutes, redirectLoopbackNames } from "./pages/pages.routes.ts";
import { shareTargetRoutes } from "./pages/share-target.ts";
import { openContext } from "./context.ts";
import type { Config } from "./config/config.ts";
import type { Log } from "./config/log.ts";
import { backUpBeforeUpgrade } from "./backup/before-upgrade.ts";
import { syncErasuresWithin } from "./backup/erasure-register.ts";
import { requireFinishedRestore } from "./backup/restore.ts";
import type { AlertEvents } from "./alerts/alerts.ts";
import type { DealEvents } from "./deals/deal-events.ts";
import { overruleBuyers } from "./deals/doubts.ts";
import type { ListingContext, ListingEvents } from "./products/listing-events.ts";
import { createImageProcessor } from "./photos/processor.ts";
import { notifyOfMatches } from "./notices/alert-notices.ts";
import * as dealNotices from "./notices/deal-notices.ts";
import * as requestNotices from "./notices/request-notices.ts";
import * as goneNotices from "./notices/gone-notices.ts";
import * as listingNotices from "./notices/listing-notices.ts";
import { requestMailKind } from "./notices/mails.ts";
import { moveSubscription } from "./notices/push.sql.ts";
import { addKeys } from "./keys/keys.ts";
import { addRequestLink } from "./keys/request-links.ts";
import { requestLinkRoutes } from "./keys/request-links.routes.ts";
import { keyRoutes } from "./keys/keys.routes.ts";
import { handoverRoutes } from "./handover/handover.routes.ts";
import { notifyFriend } from "./handover/handover.ts";
import { selectHomeProducts } from "./lists/home.ts";
import { cardRoutes } from "./cards/cards.routes.ts";
import { createCardSender } from "./cards/send-card.ts";
import { sharesPerMinute, unknownCodesPerMinute } from "@market/contract/limits";
import { keyPageViewed } from "@market/contract/pages/pages";
import { findByCode, selectItemPage } from "./products/items.sql.ts";
import { alertRoutes } from "./alerts/alerts.routes.ts";
import { selectBundle } from "./bundles/bundles.sql.ts";
import { bundleRoutes } from "./bundles/bundles.routes.ts";
import { bringBackOfStayers } from "./products/lifetime/leaving.sql.ts";
import { lifetimeRoutes } from "./products/lifetime/lifetime.routes.ts";
import { listRoutes } from "./lists/lists.routes.ts";
import { productRoutes } from "./products/products.routes.ts";
import { savedRoutes } from "./products/saved.routes.ts";
import { deletionRoutes } from "./rights/deletion.routes.ts";
import { exportRoutes } from "./rights/export.routes.ts";
import { blockRoutes } from "./students/blocks.routes.ts";
import { ownSessionRoutes } from "./rights/own-sessions.routes.ts";
import { consentRoutes } from "./rights/consents.routes.ts";
import { createSessionNames } from "./http/session-names.ts";
import { addHooks, optionsOf, readJsonBodies } from "./http/framework.ts";
import type { StudentEvents } from "./students/leavers.sql.ts";
import { sellerRoutes, userRoutes } from "./students/students.routes.ts";

/** Connects events of rooms to their handlers in rooms to the right, in the same transaction. */
const events: IdentityEvents & StudentEvents & ListingEvents & DealEvents & AlertEvents = {
  sessionReplaced: moveSubscription,
  stayedOn: bringBackOfStayers,
  registered: notifyFriend,
  priceDropped: listingNotices.notifyOfPriceDrop,
  listingGone: goneNotices.notifyInterested,
  reservationsEnded: listingNotices.notifyOfReservations,
  contactMade: dealNotices.notifyOfContact,
  contactRequested: requestNotices.notifyOfRequest,
  requestAnswered: requestNotices.notifyOfAnswer,
  listingUnanswered: dealNotices.askStillAvailable,
  listingPaused: dealNotices.notifyOfPause,
  absentSellerAsked: dealNotices.askWhetherSold,
  broughtBack: overruleBuyers,
  purchaseReported: dealNotices.askSeller,
  dealConfirmed: dealNotices.askBothHowItWas,
  dealRefused: dealNotices.closeRefused,
  feedbackGiven: dealNotices.notifyOfFeedback,
  feedbackAnswered: dealNotices.notifyOfReply,
  alertsMatched: notifyOfMatches,
};

export type Market = ListingContext & { events: typeof events };

/** @param longestSync milliseconds: a network disk may not answer for hours @throws Error with a sentence for the operator */
export async function openMarket(config: Config, log: Log, longestSync = 10_000): Promise<Market> {
  const context = await openContext(config, log, backUpBeforeUpgrade);
  try {
    await requireFinishedRestore(context.db);
    await syncErasuresWithin(longestSync, context);
  } catch (error) {
    await context.close();
    throw error;
  }
  const processor = createImageProcessor({
    niceness: config.IMAGE_NICENESS,
    onTrouble: (reason) => log.warn({ reason }, "image process"),
    onEncoded: (seconds) => context.counters.photoSeconds.observe(seconds),
  });
  const close = async () => {
    await context.close();
    await processor.close();
  };
  context.outbox.completeBy((mail) =>
    mail.kind === requestMailKind ? addRequestLink(context, mail) : addKeys(context, mail),
  );
  return { ...context, processor, events, close };
}

/** @param limits of concurrent calls, set by tests */
export async function buildApp(context: Market, limits?: LoadLimits): Promise<FastifyInstance> {
  const { config, log, db, changes, counters } = context;
  const headers = commonHeaders(config.PUBLIC_ORIGIN);
  const answers = new ResponseCache({
    failed: (key, error) =>
      log.error(
        { err: error, key },
        "an answer could not be made again; the last one is still sent",
      ),
  });
  const overload = new Overload({
    limits,
    headers,
    isReady: (request) => answers.findFor(request) !== undefined,
    refused: () => counters.add("busy"),
    log,
  });
  const app = Fastify({
    ...optionsOf(config.PUBLIC_ORIGIN, log),
    serverFactory: (handle) => createHttpServer(handle, { overload, log, longestUpload }),
  });
  app.addHook("preClose", (done) => stopTaking(app.server, done));
  handleErrors(app, ({ code }) => counters.add(code === "server-busy" ? "busy" : "errors"));
  readJsonBodies(app);
  app.decorateRequest("currentUser");
  addHooks(app, headers);
  limitSlowBodies(app);
  continueAdmitted(app);
  // With a body, Fastify would check its type before the address.
  app.addHttpMethod("QUERY", { hasBody: false, overrideExisting: true });
  requireOneHost(app);
  const methodsOf = collectMethods(app);
  if (config.mode === "trial" && !config.TRIAL_OPEN) refuseOthersInTrial(app);
  const health = watchHealth(context);
  const snapshot = watchHealthSnapshot(context);
  metricsRoutes(app, context, { health, snapshot });
  if (config.mode === "trial") redirectLoopbackNames(app, config.PUBLIC_ORIGIN);
  serveCachedResponses(app, answers);
  overload.watch(app);
  await app.register(cookie);

  const identity = openIdentity(context);
  const limiter = createRateLimiter({
    perMinute: config.LIMITS_REQUESTS_PER_MINUTE,
    trustedProxies: config.TRUSTED_PROXIES,
    log: app.log,
  });
  limitRequests(app, limiter, identity.authentication);
  const serve = createServe(
    app,
    identity.authentication,
    config.PUBLIC_ORIGIN,
    createSessionNames(context.applicationKey),
  );
  const findBundle = (bundleId: string) => selectBundle(db, bundleId, undefined);
  identityRoutes(app, serve, identity, { limiter, counters, events: context.events });
  userRoutes(serve, context);
  sellerRoutes(serve, context);
  listRoutes(serve, context, answers, identity.authentication);
  productRoutes(serve, context, limiter);
  contactRoutes(serve, context);
  contactRequestRoutes(serve, context);
  lifetimeRoutes(serve, context);
  bundleRoutes(serve, context);
  handoverRoutes(serve, context);
  alertRoutes(serve, context);
  savedRoutes(serve, context);
  noticeRoutes(serve, context, {
    isModerator: (identityId) => identity.moderators.has(identityId),
    countCases: async () => (await countCases(db)).open,
  });
  await unsubscribeRoutes(app, context);
  dealRoutes(serve, context);
  blockRoutes(serve, context);
  consentRoutes(serve, context);
  ownSessionRoutes(serve, context);
  deletionRoutes(serve, context);
  exportRoutes(serve, context);
  reportRoutes(serve, context);
  grievanceRoutes(serve, context, limiter, identity.authentication);
  const transparencyMonths = createTransparency(db);
  transparencyRoutes(serve, transparencyMonths);
  sharingRoutes(serve, context, answers);
  moderationRoutes(serve, context);
  operationsRoutes(serve, context, { health, snapshot });
  const sendCard = createCardSender(answers);
  cardRoutes(app, context, sendCard, findBundle);
  newCardRoutes(app, context, sendCard);
  photoRoutes(app, serve, context, createPhotoVisibility(db));
  descriptionRoutes(serve, context, limiter);
  avatarRoutes(app, context, answers);
  const countView = analyticsRoutes(app, serve, context);
  await keyRoutes(app, serve, context, {
    limiter,
    countView: (request) => countView(request, keyPageViewed),
  });

  await requestLinkRoutes(app, context, limiter);

  healthRoutes(app, health, config);
  const { applicationKey } = context;
  await requestEchoRoutes(app, {
    applicationKey,
    trustedProxies: config.TRUSTED_PROXIES,
    tryBackup: () => tryBackup(config, db),
  });
  apiDocsRoutes(app, config.PUBLIC_ORIGIN);
  wellKnownRoutes(app, config);
  sitemapRoutes(app, { answers, db, publicOrigin: config.PUBLIC_ORIGIN });
  shareTargetRoutes(app, (request) => limiter.consumeFew("share", request.raw, sharesPerMinute));
  const pageNotFound = await pageRoutes(app, {
    answers,
    bundle: await openPages(app, config.isDevelopment),
    campus: campusOf(config),
    outside: outsideOf(config),
    publicOrigin: config.PUBLIC_ORIGIN,
    homeProducts: () => selectHomeProducts(db),
    transparencyMonths,
    mayModerate: (request) => isModeratorsBrowser(identity, limiter, request),
    findItem: (productId) => selectItemPage(db, productId),
    findBundle,
    news: (category) => selectNews(db, category),
    findByCode: (code) => findByCode(db, code),
    countUnknownCode: (request) =>
      limiter.consumeFew("unknown code", request.raw, unknownCodesPerMinute),
  });
  const unsubscribe = changes.subscribe(() => answers.invalidate());
  app.addHook("onClose", async () => unsubscribe());
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
      : pageNotFound(request, reply);
  });
  return app;
}
