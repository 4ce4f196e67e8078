import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestMarket, type TestMarket, type TestStudent } from "../../test/market.ts";

let market: TestMarket;
let asha: TestStudent;
let rohan: TestStudent;

beforeAll(async () => {
  market = await openTestMarket();
  asha = await market.student("Asha");
  rohan = await market.student("Rohan");
  await market.app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => market.close());

/** Over a socket, because fetch and inject join repeated headers before they are sent. */
async function ask(method: string, path: string, authorizations: string[]): Promise<string> {
  const socket = connect((market.app.server.address() as AddressInfo).port, "127.0.0.1");
  const headers = authorizations.map((value) => `Authorization: ${value}\r\n`).join("");
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\n${headers}Connection: close\r\n\r\n`);
  return text(socket);
}

describe("two Authorization headers", () => {
  const absent = "01994e50-0000-7000-8000-000000000000";

  it.each([
    ["what only students may ask", "GET", "/api/products/user"],
    ["what asks who is registered", "POST", "/api/auth/google-login"],
    ["a public call", "POST", `/api/products/${absent}/click`],
  ])("D01 are refused in whichever order, for %s", async (_, method, path) => {
    const [hers, his] = [`Bearer ${asha.token}`, `Bearer ${rohan.token}`];
    expect(await ask(method, path, [hers])).toMatch(/^HTTP\/1\.1 20[04] /);
    for (const both of [
      [hers, his],
      [his, hers],
      [hers, hers],
      [hers, "Bearer forged"],
      [hers, ""],
    ]) {
      const answer = await ask(method, path, both);
      expect(answer).toMatch(/^HTTP\/1\.1 401 /);
      expect(answer).toContain('"code":"invalid-token"');
    }
  });
});
