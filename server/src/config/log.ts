import pino, { type DestinationStream, type Logger, type LoggerOptions } from "pino";
import { AppError, toAppError } from "../errors/errors.ts";

export type Log = Logger;

/** Milliseconds with one line per cause. */
const quietFor = 1_000;
const mostCauses = 200;

/** Never logs bodies, queries or PostgreSQL's `detail`, which may hold phone numbers. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    hooks: { logMethod: oneLineForEachCause() },
    serializers: {
      err: describeError,
      req: (request: { method: string; url: string }) => ({
        method: request.method,
        path: request.url.split("?")[0],
      }),
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

type Logged = Error & { code?: unknown; constraint?: unknown };

function describeError(thrown: Logged) {
  const isInternal = toAppError(thrown).code === "internal";
  const error: Logged =
    thrown instanceof AppError && thrown.cause instanceof Error ? thrown.cause : thrown;
  const { name: type, message, code, constraint, stack } = error;
  return { type, message, code, constraint, ...(isInternal && { stack }) };
}

function oneLineForEachCause(): NonNullable<LoggerOptions["hooks"]>["logMethod"] {
  const causes = new Map<string, { held: number; write: (repeated: number) => void }>();
  const wait = (cause: string) =>
    setTimeout(() => {
      const { held, write } = causes.get(cause) ?? { held: 0, write: () => {} };
      if (held === 0) return void causes.delete(cause);
      causes.set(cause, { held: 0, write });
      write(held);
      wait(cause);
    }, quietFor).unref();

  return function logMethod(args, method) {
    const [details, message] = args as unknown as [{ err?: Logged } | undefined, string];
    const error = typeof details === "object" ? details?.err : undefined;
    if (!(error instanceof Error)) return method.apply(this, args);
    const { type, code, message: reason } = describeError(error);
    const cause = [message, type, typeof code === "string" ? code : reason].join("|");
    const known = causes.get(cause);
    if (known !== undefined) {
      known.held++;
      known.write = (repeated) => method.apply(this, [{ ...details, repeated }, message]);
      return;
    }
    if (causes.size < mostCauses) {
      causes.set(cause, { held: 0, write: () => {} });
      wait(cause);
    }
    method.apply(this, args);
  };
}
