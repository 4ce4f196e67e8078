import type { FastifyRequest } from "fastify";
import { endpoints } from "@market/contract/endpoints";
import { dueHours } from "@market/contract/limits";
import * as moderatorsMessages from "@market/contract/moderation/moderators-messages";
import type { Decision } from "@market/contract/moderation/schemas";
import type { Context } from "../context.ts";
import type { Queries } from "../db/database.ts";
import { picturePolicy } from "../http/headers.ts";
import { AppError } from "../errors/errors.ts";
import { readAttempt, runOnce } from "../http/idempotency.ts";
import { type Moderator, SerializedJson, type Serve } from "../http/serve.ts";
import { describeApi } from "../http/openapi.ts";
import { dispositionOf, typeOf } from "../storage/object-store.ts";
import { issuerOf } from "../identity/identity.ts";
import { createColleagues } from "../identity/moderators.ts";
import {
  type CaseRow,
  lockCase,
  markByAuthority,
  markSeen,
  selectCase,
  selectCaseFiles,
  selectListingToday,
  selectClosedCases,
  selectOpenCases,
} from "./cases.sql.ts";
import { announceUrgentCase } from "./case-news.ts";
import { decideCase, presentCase } from "./decide.ts";
import { selectDecision } from "./decisions.sql.ts";
import { insertLogEntry, selectLog } from "./log.sql.ts";
import {
  measureListing,
  measureStudent,
  type ModerationTransaction,
  removeFeedback,
} from "./measures.ts";
import { refuseOwn } from "./own-case.sql.ts";
import { claimCase, insertCaseNote, releaseCase, selectCaseNotes } from "./teamwork.sql.ts";
import { paginate } from "../http/pagination.ts";
import { selectConcernedPerson, selectPeople } from "./people.sql.ts";

/** Serves moderators; for other callers these paths do not exist. */
export function moderationRoutes(serve: Serve, context: Context): void {
  const { config, db, changes, jobs, storage } = context;
  const colleagues = createColleagues(config.MODERATOR_EMAILS, issuerOf(config));
  const actorOf = ({ identityId, userId }: Moderator) => ({ identityId, userId, colleagues });
  const isAlone = async (queries: Queries, viewer: Moderator, rows: CaseRow[]) =>
    rows.some(({ own }) => own) && !(await colleagues.isAnotherPresent(queries, viewer.identityId));

  serve(endpoints.listCases, async ({ currentUser, query, request, reply }) => {
    const { state, limit } = query;
    const select = state === "open" ? selectOpenCases : selectClosedCases;
    const rows = await select(db, currentUser, { ...query, limit: limit + 1 });
    const shown = paginate(rows, query, ({ id }) => id, request, reply);
    const alone = await isAlone(db, currentUser, shown);
    return {
      success: true as const,
      cases: shown.map((row) => presentCase(row, alone, colleagues)),
    };
  });

  const showCase = async (queries: Queries, viewer: Moderator, caseId: string) => {
    const row = await selectCase(queries, viewer, caseId);
    if (row === undefined) throw new AppError("case-not-found");
    const concerned = row.userId
      ? await selectConcernedPerson(queries, row.userId, caseId)
      : undefined;
    const isModerator = concerned && (await colleagues.includes(queries, concerned._id));
    const listing = row.productId ? await selectListingToday(queries, row.productId) : undefined;
    const notes = row.own ? undefined : await selectCaseNotes(queries, caseId);
    const alone = await isAlone(queries, viewer, [row]);
    return {
      success: true as const,
      case: {
        ...presentCase(row, alone, colleagues),
        ...(listing && { listing }),
        ...(notes && { notes }),
        ...(concerned && {
          concerned: { ...concerned, ...(isModerator && { moderator: true as const }) },
        }),
      },
    };
  };

  serve(endpoints.getCase, async ({ currentUser, params }) => {
    await markSeen(db, params.caseId);
    return showCase(db, currentUser, params.caseId);
  });

  serve(endpoints.getCasePhoto, async ({ params, query, reply }) => {
    const files = await selectCaseFiles(db, params.caseId, params.photoId);
    const key = photoOfSize(files ?? [], query.size);
    const file = key === undefined ? undefined : await storage.open(key);
    if (key === undefined || file === undefined) throw new AppError("photo-not-found");
    reply
      .header("cache-control", "no-store")
      .header("content-security-policy", picturePolicy)
      .header("content-disposition", dispositionOf(key))
      .header("x-content-type-options", "nosniff");
    return reply.type(typeOf(key)).header("content-length", file.bytes).send(file.stream);
  });

  /** Runs work once per Idempotency-Key, which is the identity's, since moderators need not be registered. */
  async function answerOnce(
    attempt: ReturnType<typeof readAttempt>,
    work: (moderation: ModerationTransaction) => Promise<object>,
  ): Promise<SerializedJson> {
    const { body } = await runOnce(db, attempt, async (transaction) =>
      JSON.stringify(await work({ transaction, jobs })),
    );
    changes.announce();
    return new SerializedJson(body);
  }
  const attemptOf = ({ identityId }: Moderator, request: FastifyRequest, content: unknown) => ({
    ...readAttempt(request, identityId, JSON.stringify(content ?? null)),
    isModerator: true as const,
  });

  serve(endpoints.decideCase, async ({ currentUser, params, body, request }) =>
    answerOnce(attemptOf(currentUser, request, body), async (moderation) => {
      await decideCase(moderation, actorOf(currentUser), params.caseId, body);
      return showCase(moderation.transaction, currentUser, params.caseId);
    }),
  );

  serve(endpoints.markAuthority, async ({ currentUser, params, request }) =>
    answerOnce(attemptOf(currentUser, request, null), async ({ transaction }) => {
      const { caseId } = params;
      if (!(await markByAuthority(transaction, caseId, dueHours.authority)))
        throw new AppError("case-not-found");
      const note = moderatorsMessages.orderedByAuthority;
      await insertLogEntry(transaction, actorOf(currentUser), {
        action: "authority",
        note,
        caseId,
      });
      await announceUrgentCase(context, transaction, caseId, currentUser.identityId);
      return showCase(transaction, currentUser, caseId);
    }),
  );

  const lockCaseOfOthers = async (transaction: Queries, moderator: Moderator, caseId: string) => {
    const found = await lockCase(transaction, caseId);
    if (found === undefined) throw new AppError("case-not-found");
    await refuseOwn(transaction, actorOf(moderator), { caseId });
    return found;
  };

  serve(endpoints.addCaseNote, async ({ currentUser, params, body, request }) =>
    answerOnce(attemptOf(currentUser, request, body), async ({ transaction }) => {
      const { caseId } = params;
      await lockCaseOfOthers(transaction, currentUser, caseId);
      await insertCaseNote(transaction, caseId, currentUser.identityId, body.text);
      return showCase(transaction, currentUser, caseId);
    }),
  );

  serve(endpoints.claimCase, async ({ currentUser, params, request }) =>
    answerOnce(attemptOf(currentUser, request, null), async ({ transaction }) => {
      const { caseId } = params;
      const { isClosed } = await lockCaseOfOthers(transaction, currentUser, caseId);
      if (isClosed) throw new AppError("already-decided");
      if (!(await claimCase(transaction, caseId, currentUser.identityId)))
        throw new AppError("case-claimed");
      return showCase(transaction, currentUser, caseId);
    }),
  );

  serve(endpoints.releaseCase, async ({ currentUser, params, request }) =>
    answerOnce(attemptOf(currentUser, request, null), async ({ transaction }) => {
      const { caseId } = params;
      await releaseCase(transaction, caseId, currentUser.identityId);
      return showCase(transaction, currentUser, caseId);
    }),
  );

  const answerOf = async ({ transaction }: ModerationTransaction, id: string) => {
    const decision = (await selectDecision(transaction, id)) as Decision;
    return { success: true as const, decision };
  };

  for (const [endpoint, action] of [
    [endpoints.hideListing, "hide"],
    [endpoints.restoreListing, "restore"],
    [endpoints.removeListing, "remove"],
  ] as const)
    serve(endpoint, async ({ currentUser, params, body: { note }, request }) =>
      answerOnce(attemptOf(currentUser, request, note), async (moderation) => {
        const id = await measureListing(
          moderation,
          actorOf(currentUser),
          action,
          params.productId,
          note,
        );
        if (id === undefined) throw new AppError("product-not-found");
        return answerOf(moderation, id);
      }),
    );

  serve(endpoints.suspendUser, async ({ currentUser, params, body, request }) =>
    answerOnce(attemptOf(currentUser, request, body), async (moderation) => {
      const { reason: note, days } = body;
      const done = await measureStudent(
        moderation,
        actorOf(currentUser),
        "suspend",
        params,
        note,
        days,
      );
      if (done === undefined) throw new AppError("user-not-found");
      return answerOf(moderation, done.id);
    }),
  );

  serve(endpoints.reinstateUser, async ({ currentUser, params, body: { note }, request }) =>
    answerOnce(attemptOf(currentUser, request, note), async (moderation) => {
      const done = await measureStudent(
        moderation,
        actorOf(currentUser),
        "reinstate",
        params,
        note,
      );
      if (done === undefined) throw new AppError("user-not-found");
      return answerOf(moderation, done.id);
    }),
  );

  serve(endpoints.removeFeedback, async ({ currentUser, params, body, request }) =>
    answerOnce(attemptOf(currentUser, request, body), async (moderation) => {
      const { note, role } = body;
      const id = await removeFeedback(moderation, actorOf(currentUser), { ...params, role }, note);
      if (id === undefined) throw new AppError("deal-not-found");
      return answerOf(moderation, id);
    }),
  );

  serve(endpoints.moderationLog, async ({ query, request, reply }) => {
    const rows = await selectLog(db, query.limit + 1, query.cursor);
    const log = paginate(rows, query, ({ id }) => id, request, reply);
    return {
      success: true as const,
      log: log.map(({ createdAt, productId, userId, caseId, alone, about, ...entry }) => ({
        ...entry,
        createdAt: createdAt.toISOString(),
        ...(productId !== null && { productId }),
        ...(userId !== null && { userId }),
        ...(caseId !== null && { caseId }),
        ...(alone && { alone: true as const }),
        ...(about !== null && { about }),
      })),
    };
  });

  serve(endpoints.moderatedUsers, async ({ query, request, reply }) => {
    const { q, limit, cursor } = query;
    const rows = await selectPeople(db, q, limit + 1, cursor);
    return {
      success: true as const,
      users: paginate(rows, query, ({ _id }) => _id, request, reply),
    };
  });

  const description = describeApi(config.PUBLIC_ORIGIN, "moderators") as Record<string, unknown>;
  serve(endpoints.moderationApi, async () => description);
}

/** The file of a photo for a grid of photos, or its widest. */
function photoOfSize(files: readonly string[], size: "preview" | "full"): string | undefined {
  const widthOf = (file: string) => Number(/-(\d+)\.webp$/.exec(file)?.[1] ?? 0);
  const preview = files.find((file) => widthOf(file) === 640);
  const [widest] = files.toSorted((one, other) => widthOf(other) - widthOf(one));
  return size === "preview" ? (preview ?? widest) : widest;
}
