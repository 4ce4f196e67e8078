import { demoStudents } from "@market/fixtures/demo-students";
import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createBrowser, type TestBrowser } from "../../test/browser.ts";
import { createClient } from "../../test/client.ts";
import { type DueJobs, openDueJobs } from "../../test/due-jobs.ts";
import { openTestMarket, type TestMarket } from "../../test/market.ts";
import { startPushService, type TestPushService } from "../../test/services/push-service.ts";
import { loadConfig } from "../config/config.ts";
import { createLog } from "../config/log.ts";
import { startDevelopmentProvider } from "../development/provider.ts";
import { addNotice } from "./notices.sql.ts";
import { pushJobs, pushNotices } from "./push.ts";

const origin = "http://localhost:3170";
let provider: { port: number; close(): Promise<unknown> };
let service: TestPushService;
let market: TestMarket;
let queue: DueJobs;
beforeAll(async () => {
  service = await startPushService();
  provider = await startDevelopmentProvider({
    config: { ...loadConfig({ PUBLIC_ORIGIN: origin }), DEVELOPMENT_PROVIDER_PORT: 0 },
    demoStudents,
    log: createLog("silent"),
  });
  market = await openTestMarket({
    PUBLIC_ORIGIN: origin,
    PUSH: "on",
    PUSH_SERVICES: service.host,
    DEVELOPMENT_PROVIDER_PORT: String(provider.port),
  });
  queue = await openDueJobs(market.parts.config.DATABASE_SESSION_URL ?? "");
});
afterAll(async () => {
  await queue.stop();
  await market.close();
  await provider.close();
  await service.close();
});

/** Signs in a registered student, perhaps in a signed-in browser. */
async function enter(browser: TestBrowser, email: string) {
  const { status } = await browser.signIn(email);
  expect(status).toBe(200);
  await market.parts.db.query(sql`
    insert into users (id, identity_id, name, phone, country, course, semester)
    select gen_random_uuid(), id, name, '+919876543210', 'India', 'B.Tech', '3rd Semester'
    from identities where email = ${email} on conflict (identity_id) do nothing`);
  return createClient(market.app, (await browser.token()).body.token);
}
async function tell(email: string, text: string) {
  const [row] = await market.parts.db.query<{ id: string }>(sql`
    select users.id from users join identities on identities.id = identity_id where email = ${email}`);
  await addNotice(market.parts.db, {
    userId: row?.id ?? "",
    kind: "contacted",
    text,
    dedupeKey: text,
  });
}
async function pushed(): Promise<string[]> {
  await pushNotices(market.parts);
  await queue.work(pushJobs(market.parts));
  return service.messages.splice(0).map(({ payload }) => payload.text);
}

it("R1112 pushes stay on in a browser whose student signs in again, and none is sent twice or lost", async () => {
  const asha = "asha@cgu.example";
  const browser = createBrowser(market.app, origin);
  const before = await enter(browser, asha);
  await before.call("PUT", "/api/push", { json: service.browser("laptop") });
  await tell(asha, "Before");
  expect(await pushed()).toEqual(["Before"]);
  await tell(asha, "Planned");
  await pushNotices(market.parts);
  const after = await enter(browser, asha);
  expect((await before.get("/api/notices/settings")).status).toBe(401);
  expect((await after.get("/api/notices/settings")).body.push.on).toBe(true);
  await tell(asha, "Afterwards");
  expect((await pushed()).toSorted()).toEqual(["Afterwards", "Planned"]);
  expect(service.recipients.splice(0)).toEqual(["laptop", "laptop", "laptop"]);
});

it("R1112 pushes end in a browser where another student signs in", async () => {
  const [asha, rohan] = ["asha@cgu.example", "rohan@cgu.example"];
  const browser = createBrowser(market.app, origin);
  await (await enter(browser, asha)).call("PUT", "/api/push", { json: service.browser("shared") });
  const other = await enter(browser, rohan);
  expect((await other.get("/api/notices/settings")).body.push.on).toBe(false);
  await market.parts.db.query(sql`
    delete from push_subscriptions where endpoint not like '%shared%'`);
  for (const email of [asha, rohan]) await tell(email, `For ${email}`);
  expect(await pushed()).toEqual([]);
});
