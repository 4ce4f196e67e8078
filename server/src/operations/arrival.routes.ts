import type { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { deriveKey } from "../db/secrets.ts";
import { bears } from "./bearer.ts";

/** How a request looks when it has come through the proxies, for `market doctor`. */
export type Arrival = {
  host: string;
  forwardedFor: string;
  trustedProxies: number;
  bytes: number;
  /** Why this process, in its sandbox, cannot write to BACKUP_TO; undefined where it can. */
  backupFault?: string | undefined;
};

export const arrivalPath = "/arrival";

/** Whoever reads the database has it; it opens nothing but `/arrival`. */
export const arrivalToken = (applicationKey: Buffer): string =>
  deriveKey(applicationKey, "arrival").toString("base64url");

/** To everybody else the address is unknown. */
export async function arrivalRoutes(
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
  const token = arrivalToken(applicationKey);
  await app.register(async (scope) => {
    // The body is counted as it comes, and kept nowhere.
    scope.addContentTypeParser("application/octet-stream", (_request, body, done) =>
      done(null, body),
    );
    scope.addHook("onRequest", async (request, reply) => {
      if (bears(token, request)) return;
      reply.callNotFound();
      await reply;
    });
    scope.post(arrivalPath, async ({ headers, body }, reply): Promise<Arrival> => {
      let bytes = 0;
      for await (const chunk of (body ?? []) as Readable) bytes += (chunk as Buffer).length;
      reply.header("cache-control", "no-store");
      return {
        host: headers.host ?? "",
        forwardedFor: String(headers["x-forwarded-for"] ?? ""),
        trustedProxies,
        bytes,
        backupFault: await tryBackup(),
      };
    });
  });
}
