import pino, { type DestinationStream, type Logger, type LoggerOptions } from "pino";

export type Log = Logger;

/**
 * Lines of JSON on standard output. Nothing that a person sent is ever logged whole: errors keep their
 * type, message, code and stack, and addresses lose their query.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    serializers: {
      err: (error: Error & { code?: unknown; constraint?: unknown }) => ({
        type: error.name,
        message: error.message,
        code: error.code,
        constraint: error.constraint,
        stack: error.stack,
      }),
      req: (request: { method: string; url: string }) => ({
        method: request.method,
        path: request.url.split("?")[0],
      }),
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
