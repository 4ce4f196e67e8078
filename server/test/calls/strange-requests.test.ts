import { errors } from "@market/contract/errors";
import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { list } from "../listings.ts";
import { openTestMarket, type TestMarket } from "../market.ts";
import type { Known } from "./strange-headers.ts";
import { type StrangeRequest, strangeRequests } from "./strange-requests.ts";

const seed = 20_261_121;
const members = "code errors message requestId status success title type".split(" ");

describe("strange requests", () => {
  let market: TestMarket;
  let known: Known;
  beforeAll(async () => {
    const plenty = "1000000";
    market = await openTestMarket({
      LIMITS_REQUESTS_PER_MINUTE: plenty,
      LIMITS_AI_PER_HOUR: "100000",
      LIMITS_NEW_LISTINGS_PER_DAY: "100000",
      LIMITS_EDITS_PER_DAY: "100000",
    });
    const asha = await market.student("Asha");
    const { product } = (await list(asha)).body;
    known = { token: asha.token, productId: product._id, photoId: product.images[0].id };
  });
  afterAll(() => market.close());

  const statuses: Record<number, number> = {};
  /** Lists the faults of the answer. */
  async function faultOf({
    method,
    url,
    headers,
    body,
  }: StrangeRequest): Promise<string | undefined> {
    const answer = await market.app.inject({
      method: method as InjectOptions["method"] & string,
      url,
      headers,
      payload: body,
    } as InjectOptions);
    const { statusCode: status } = answer;
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status >= 500 && !/identity-provider-unavailable/.test(answer.body))
      return `${status} ${answer.body}`;
    if (status < 400 || method === "HEAD") return undefined;
    const type = String(answer.headers["content-type"]);
    // Documents, and the window in which a sign-in ends, are for people.
    if (type.startsWith("text/html") && (!url.startsWith("/api/") || url.startsWith("/api/auth/")))
      return undefined;
    if (!type.startsWith("application/problem+json")) return `${status} ${type} ${answer.body}`;
    const problem = answer.json() as Record<string, unknown>;
    const isOurs =
      Object.keys(problem).every((member) => members.includes(member)) &&
      Object.hasOwn(errors, String(problem["code"])) &&
      problem["status"] === status &&
      problem["success"] === false;
    return isOurs ? undefined : answer.body;
  }

  it(`D16 are answered, none with 500, and refusals have one shape (seed ${seed})`, () =>
    expectAnswers(100));
  it(`D16 are answered by the thousand (seed ${seed})`, { tags: "sweep" }, () =>
    expectAnswers(1500),
  );

  async function expectAnswers(count: number): Promise<void> {
    const faults: string[] = [];
    for (const request of strangeRequests(known, seed, count)) {
      const fault = await faultOf(request);
      if (fault)
        faults.push(
          `${request.method} ${request.url.slice(0, 200)} ${JSON.stringify(request.headers)} ${request.body?.toString("latin1").slice(0, 300)} → ${fault}`,
        );
    }
    expect(faults.slice(0, 5)).toEqual([]);
  }
});
