import type { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { deriveKey } from "../db/secrets.ts";
import { hasBearerToken } from "./bearer.ts";
import { build } from "./version.ts";

/** A request as it arrived through the proxies, for `market doctor`. */
export type RequestEcho = {
  host: string;
  forwardedFor: string;
  trustedProxies: number;
  bytes: number;
  build: string;
  /** Why this process, in its sandbox, cannot write to BACKUP_TO; undefined if it can. */
  backupFault?: string | undefined;
};

export const requestEchoPath = "/arrival";

/** Derives the token from the database's key; it opens nothing but `/arrival`. */
export const requestEchoToken = (applicationKey: Buffer): string =>
  deriveKey(applicationKey, "arrival").toString("base64url");

/** Serves the echo to the token's holder; without the token the address does not exist. */
export async function requestEchoRoutes(
  app: FastifyInstance,
  {
    applicationKey,
    trustedProxies,
    tryBackup,
  }: {
    applicationKey: Buffer;
    trustedProxies: number;
    tryBackup: () => Promise<string | undefined>;
  },
): Promise<void> {
  const token = requestEchoToken(applicationKey);
  await app.register(async (scope) => {
    // The body is counted as it arrives, and not stored.
    scope.addContentTypeParser("application/octet-stream", (_request, body, done) =>
      done(null, body),
    );
    scope.addHook("onRequest", async (request, reply) => {
      if (hasBearerToken(token, request)) return;
      reply.callNotFound();
      await reply;
    });
    scope.post(requestEchoPath, async ({ headers, body }, reply): Promise<RequestEcho> => {
      let bytes = 0;
      for await (const chunk of (body ?? []) as Readable) bytes += (chunk as Buffer).length;
      reply.header("cache-control", "no-store");
      return {
        host: headers.host ?? "",
        forwardedFor: String(headers["x-forwarded-for"] ?? ""),
        trustedProxies,
        bytes,
        build,
        // An empty body is of `market wait`, which must not wait for a backup disk.
        ...(bytes > 0 && { backupFault: await tryBackup() }),
      };
    });
  });
}
