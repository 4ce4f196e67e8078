import { renderToStaticMarkup } from "react-dom/server";
import { useToasterStore } from "react-hot-toast/headless";
import { expect, it } from "vitest";
import { toast } from "./toast.ts";

/** The visible toasts; a dismissed one stays for a second to fade out. */
const shown = () => renderToStaticMarkup(<Stored />);

function Stored() {
  return useToasterStore()
    .toasts.filter(({ visible }) => visible)
    .map(({ message }) => `${message as string};`);
}

it("R1100 replaces a toast by the next one about the same thing, and keeps others", async () => {
  toast.error("The price is wrong.", { id: "form" });
  toast.plain("Back online");
  toast.success("Listed", { id: "form" });
  await expect.poll(shown).toBe("Back online;Listed;");
});

it("R527 keeps the twenty newest toasts", async () => {
  for (let number = 1; number <= 25; number += 1) toast.plain(`${number}`);
  const newest = Array.from({ length: 20 }, (_, index) => `${25 - index};`);
  await expect.poll(shown).toBe(newest.join(""));
});
