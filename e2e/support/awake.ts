import { expect, type Locator } from "@playwright/test";

/** Waits until React listens at an element: before that, a tap does what it does without our code. */
export async function untilAwake(element: Locator): Promise<void> {
  const isAwake = () =>
    element.evaluate((node) => Object.keys(node).some((key) => key.startsWith("__reactProps")));
  await expect.poll(isAwake, { timeout: 60_000 }).toBe(true);
}
