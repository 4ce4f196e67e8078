import { afterEach, expect, it, vi } from "vitest";
import { countClick } from "./click.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("R443 R444 nothing waits for the count of a click, and its failure is only logged", async () => {
  const requests: string[] = [];
  vi.stubGlobal("fetch", async (address: string, { method, body }: RequestInit = {}) => {
    if (address === "/healthz") return new Response("ok");
    requests.push(`${method} ${address} ${JSON.stringify(body ?? null)}`);
    throw new TypeError("Failed to fetch");
  });
  const log = vi.spyOn(console, "warn").mockImplementation(() => {});
  expect(countClick("0193a0e4-0000-7000-8000-000000000001")).toBeUndefined();
  await vi.waitFor(() => expect(log).toHaveBeenCalledOnce(), 300_000);
  expect(requests).toEqual(["POST /api/products/0193a0e4-0000-7000-8000-000000000001/click null"]);
});
