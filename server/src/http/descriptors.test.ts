import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/database.ts";
import { createProcesses, startCommand } from "../../test/process.ts";

const processes = createProcesses();
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await processes.stopAll();
  await database.drop();
});

/** A client that asks on its one connection and keeps it. */
function hold(port: number, path: string): { socket: Socket; status: Promise<number> } {
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`);
  const answered = once(socket, "data").then(([head]) =>
    Number(/^HTTP\/1\.1 (\d+)/.exec(String(head))?.[1]),
  );
  const hungUp = once(socket, "close").then(() => 0);
  return { socket, status: Promise.race([answered, hungUp]).catch(() => 0) };
}

it(
  "with no free descriptor it stays up, answers 503 and recovers, three times over",
  { tags: "sweep" },
  async () => {
    const command = `ulimit -n 256; ${startCommand()}`;
    const { port, child, output } = await processes.start(
      { ...database.settings, DEMO_DATA: "off", LOG_LEVEL: "info" },
      { command },
    );
    const ask = (path: string) =>
      fetch(`http://127.0.0.1:${port}${path}`).then(
        ({ status }) => status,
        () => 0,
      );
    const wholesome = { timeout: 120_000, interval: 250 };
    await expect.poll(() => ask("/healthz"), wholesome).toBe(200);
    for (let time = 0; time < 3; time++) {
      const clients = Array.from({ length: 280 }, (_, n) =>
        hold(
          port,
          n % 2 ? `/api/products?sort=random&limit=${1 + (n % 90)}` : "/manifest.webmanifest",
        ),
      );
      const statuses = await Promise.all(clients.map(({ status }) => status));
      expect([child.exitCode, output().slice(-600)]).toEqual([null, expect.any(String)]);
      expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(60);
      expect(statuses).toContain(503);
      expect(statuses.filter((status) => ![0, 200, 503].includes(status))).toEqual([]);
      for (const { socket } of clients) socket.destroy();
      await expect.poll(() => ask("/healthz"), wholesome).toBe(200);
      await expect.poll(() => ask("/api/products?sort=random&limit=3"), wholesome).toBe(200);
    }
    expect(output()).not.toContain("uncaught");
  },
);
