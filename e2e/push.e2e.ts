import { openDatabase } from "@market/server/db/database";
import type { BrowserContext, Page, Worker } from "@playwright/test";
import { untilHydrated } from "./support/hydrated.ts";
import { expect, phone, test } from "./support/market.ts";
import { logInAgain, openWithOldSignIn } from "./support/safety-steps.ts";
import { signIn } from "./support/students.ts";

test.use(phone);

/** Adds a fake push service and notifications to a browser that has neither. */
async function subscribeAlone(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const permission = () => (localStorage.getItem("prompted") === null ? "default" : "granted");
    Object.defineProperty(Notification, "permission", { get: permission });
    Notification.requestPermission = async () => {
      localStorage.setItem("prompted", "yes");
      return permission();
    };
    PushManager.prototype.subscribe = async (options) => {
      const key = options?.applicationServerKey;
      if (!options?.userVisibleOnly || typeof key !== "string" || !/^B[\w-]{86}$/.test(key))
        throw new Error("no push service takes that");
      const p256dh =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
      const keys = { p256dh, auth: "BTBZMqHH6r4Tts7J_aSIgg" };
      const endpoint = "https://push.invalid/of-a-story";
      return { toJSON: () => ({ endpoint, keys }) } as unknown as PushSubscription;
    };
  });
}

type Done = { shown: unknown[]; opened: unknown[] };

/** Records what the service worker shows and opens. @returns the records so far */
async function noteWork(worker: Worker): Promise<() => Promise<Done>> {
  await worker.evaluate(() => {
    const own = globalThis as unknown as { clients: object; registration: object; done: Done };
    own.done = { shown: [], opened: [] };
    Object.assign(ServiceWorkerRegistration.prototype, {
      showNotification: async (title: string, { body, tag, data }: NotificationOptions) =>
        own.done.shown.push({ title, body, tag, data }),
    });
    Object.assign(own.clients.constructor.prototype, {
      openWindow: async (url: string) => own.done.opened.push(url),
    });
  });
  return () => worker.evaluate(() => (globalThis as unknown as { done: Done }).done);
}

/** Delivers a push as a push service does. */
async function deliver(page: Page, data: string): Promise<void> {
  const { origin } = new URL(page.url());
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (own) resolve(own.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  const registrationId = await registered;
  await session.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
  await session.detach();
}

const tapOn = (worker: Worker, data: string) =>
  worker.evaluate((path) => {
    const notification = { data: path, close: () => undefined };
    // Only a browser can create a real one.
    const event = new (globalThis as unknown as { ExtendableEvent: typeof Event }).ExtendableEvent(
      "notificationclick",
    );
    globalThis.dispatchEvent(Object.assign(event, { notification, waitUntil: () => undefined }));
  }, data);

test("R819 a student turns push on with a tap, and the phone shows what arrives", async ({
  page,
  context,
}) => {
  await subscribeAlone(context);
  await signIn(page, "Sujan Thapa", "/notices");
  const push = page.getByRole("switch", { name: "Push notifications on this device" });

  await test.step("it is off, and the browser has shown no prompt", async () => {
    await untilHydrated(push);
    await expect(push).toHaveAttribute("aria-checked", "false");
    await expect(page.getByText("it learns when this device gets one")).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("prompted"))).toBeNull();
  });
  await test.step("a tap turns it on, and it stays on", async () => {
    await push.tap();
    await expect(push).toHaveAttribute("aria-checked", "true");
    await page.reload();
    await expect(push).toHaveAttribute("aria-checked", "true");
  });
  await test.step("the phone shows a push, and opens what it is about", async () => {
    await page.evaluate(() => navigator.serviceWorker.ready);
    const [known] = context.serviceWorkers();
    const worker = known ?? (await context.waitForEvent("serviceworker"));
    const done = await noteWork(worker);
    await deliver(
      page,
      JSON.stringify({ id: "1", title: "CGU Marketplace", text: "Cheaper now", path: "/item/1" }),
    );
    await expect
      .poll(async () => (await done()).shown)
      .toEqual([{ title: "CGU Marketplace", body: "Cheaper now", tag: "1", data: "/item/1" }]);
    await tapOn(worker, "/item/1");
    await expect
      .poll(async () => (await done()).opened)
      .toEqual([new URL("/item/1", page.url()).href]);
  });
  await test.step("another tap turns it off", async () => {
    await push.tap();
    await expect(push).toHaveAttribute("aria-checked", "false");
    await page.reload();
    await untilHydrated(push);
    await expect(push).toHaveAttribute("aria-checked", "false");
  });
});

test("R1112 pushes stay on in a moderator's browser after a new sign-in", async ({
  page,
  context,
  market,
}) => {
  const subscribed = async () => {
    const db = openDatabase(market.databaseUrl, () => undefined, { size: 1 });
    const { rows } = await db.run(`select session.id from push_subscriptions subscription
      join sessions session on session.id = subscription.session_id and session.ended_at is null
      join users student on student.id = subscription.user_id where student.name = 'Meera Iyer'`);
    await db.close();
    return rows as { id: string }[];
  };
  await subscribeAlone(context);
  await signIn(page, "Meera Iyer", "/notices");
  const push = page.getByRole("switch", { name: "Push notifications on this device" });
  await untilHydrated(push);
  await push.tap();
  await expect(push).toHaveAttribute("aria-checked", "true");
  const before = await subscribed();
  expect(before).toHaveLength(1);
  await openWithOldSignIn(page);
  await logInAgain(page);
  const after = await subscribed();
  expect(after).toHaveLength(1);
  expect(after).not.toEqual(before);
  await page.goto("/notices");
  await untilHydrated(push);
  await expect(push).toHaveAttribute("aria-checked", "true");
  await push.tap();
  await expect(push).toHaveAttribute("aria-checked", "false");
});
