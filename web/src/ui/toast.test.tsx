import { renderToStaticMarkup } from "react-dom/server";
import { useToasterStore } from "react-hot-toast/headless";
import { expect, it } from "vitest";
import { toast } from "./toast.ts";

function Stored() {
  return useToasterStore().toasts.map(({ message }) => `${message as string};`);
}

it("R527 keeps the twenty newest toasts", async () => {
  for (let number = 1; number <= 25; number += 1) toast.plain(`${number}`);
  const newest = Array.from({ length: 20 }, (_, index) => `${25 - index};`);
  await expect.poll(() => renderToStaticMarkup(<Stored />)).toBe(newest.join(""));
});
