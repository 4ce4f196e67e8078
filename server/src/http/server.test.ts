import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { stopTaking } from "./server.ts";

it("answers who has connected when the server stops, and ends when they are gone", async () => {
  const server = createServer((_request, response) => response.end("answered")).listen(
    0,
    "127.0.0.1",
  );
  await once(server, "listening");
  const closed = new Promise<void>((resolve) => {
    server.once("connection", () => stopTaking(server, resolve));
  });
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}`);
  expect(await answer.text()).toBe("answered");
  await closed;
  expect(server.listening).toBe(false);
});
