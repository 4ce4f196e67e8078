import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { AppError } from "../errors.ts";

/** Descriptors that connections leave to the database, files and image processes. */
const reserved = 64;

/** Files and connections that this process may hold open; Infinity where the system does not say. */
function descriptors(): number {
  // Otherwise the report asks for the names of all peers; the types do not know the property yet.
  const report = Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as {
    userLimits?: { open_files?: { soft?: number | "unlimited" } };
  };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === "number" ? soft : Infinity;
}

/**
 * Keeps descriptors free for the process itself: requests of connections that come when few are left are answered 503
 * and their connections closed; when hardly any is left, connections are closed at once.
 */
export function limitConnections(app: FastifyInstance, most = descriptors() - reserved): void {
  const { server } = app;
  const surplus = new WeakSet<Socket>();
  let open = 0;
  server.maxConnections = Math.max(1, most);
  server.on("connection", (socket: Socket) => {
    open++;
    if (open > most - reserved) surplus.add(socket);
    socket.once("close", () => open--);
  });
  // Not even a connection that is to be closed could be taken; the next ones are tried anew.
  server.once("listening", () =>
    server.on("error", (error) => app.log.warn({ err: error }, "a connection could not be taken")),
  );
  app.addHook("onRequest", async ({ raw }, reply) => {
    if (!surplus.has(raw.socket)) return;
    reply.header("connection", "close");
    throw new AppError("server-busy");
  });
}
