import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { TestMarket } from "./market.ts";

/**
 * Requests a path on its own connection and disconnects while the store opens a file for the answer.
 * @returns the file that the store opens after the client has disconnected
 */
export async function leaveWhileOpening(
  { app, parts: { storage } }: TestMarket,
  path: string,
  token?: string,
): Promise<Readable> {
  const { port } = app.server.address() as AddressInfo;
  const { open } = storage;
  const leaving = new AbortController();
  const handed = Promise.withResolvers<Readable>();
  const closed = once(app.server, "request").then(([, response]) =>
    once(response as ServerResponse, "close"),
  );
  storage.open = async (key) => {
    storage.open = open;
    // Longer than what streams hold between them.
    await storage.put(key, Buffer.alloc(5_000_000));
    const file = await open(key);
    if (file === undefined) throw new Error(`${key} is not there`);
    leaving.abort();
    await closed;
    // Listeners of the response's end have been called.
    await setImmediate();
    handed.resolve(file.stream);
    return file;
  };
  try {
    const headers: HeadersInit = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const { signal } = leaving;
    await fetch(`http://127.0.0.1:${port}${path}`, { headers, signal })
      .then((response) => response.arrayBuffer())
      .catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    return await handed.promise;
  } finally {
    storage.open = open;
  }
}
