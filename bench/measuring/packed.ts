import assert from "node:assert/strict";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";

/** What every browser that we serve would rather have. */
export const asBrowsers = { "accept-encoding": "br" };

/** An answer as it travels to a browser: fetch would unpack it. */
export async function packed(address: string): Promise<Buffer> {
  const asked = get(address, { headers: asBrowsers });
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  assert.equal(response.headers["content-encoding"], "br");
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
