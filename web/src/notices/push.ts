import * as calls from "@market/contract/notices/calls";
import { call } from "../api/client.ts";
import { pause } from "../api/retry.ts";

/** Safari on iPhones can once the app is on the home screen. */
export const canPush = (): boolean =>
  "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

/** Milliseconds; where a service worker cannot be, waiting for it has no end. */
const timeout = 15_000;

async function pushManager(): Promise<PushManager> {
  const none = pause(timeout).then(() => Promise.reject(new Error("There is no service worker")));
  return (await Promise.race([navigator.serviceWorker.ready, none])).pushManager;
}

/** Requests the permission, so call it in a tap. @returns false when the student does not give it */
export async function turnOn(key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const manager = await pushManager();
  // An existing subscription may be another student's, or use another key.
  await (await manager.getSubscription())?.unsubscribe();
  const subscription = await manager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const { endpoint, keys } = subscription.toJSON();
  try {
    const { p256dh = "", auth = "" } = keys ?? {};
    await call(calls.subscribePush, { body: { endpoint, keys: { p256dh, auth } } });
  } catch (failure) {
    await subscription.unsubscribe();
    throw failure;
  }
  return true;
}

export async function turnOff(): Promise<void> {
  await call(calls.unsubscribePush);
  await (await (await pushManager()).getSubscription())?.unsubscribe();
}
