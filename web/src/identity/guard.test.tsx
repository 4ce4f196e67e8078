import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter, Route, Routes } from "react-router";
import { expect, it, vi } from "vitest";
import type { Session } from "./session.ts";

const state = vi.hoisted(() => ({ now: {} as object, settled: {} as object }));
vi.mock("react", async (original) => ({
  ...(await original<typeof import("react")>()),
  useDeferredValue: () => state.settled,
}));
vi.mock("./session.ts", () => ({ useSession: () => state.now }));

const { Guard } = await import("./guard.tsx");

/** Simulates the one render in which the deferred session is still the previous one. */
function shownBetween(settled: object, now: object): string {
  Object.assign(state, { settled, now });
  return renderToStaticMarkup(
    <MemoryRouter initialEntries={["/sell"]}>
      <Routes>
        <Route element={<Guard />}>
          <Route path="/sell" element="The form" />
        </Route>
      </Routes>
    </MemoryRouter>,
  );
}

const loading = { status: "loading" } satisfies Session;
const signedIn = { status: "signed-in", user: { _id: "a" } };
const signedOut = { status: "signed-out", by: "choice" } satisfies Session;

it("takes a form away before it sees that its owner is gone", () => {
  expect(shownBetween(signedIn, signedOut)).not.toContain("The form");
});

it("waits with what is shown until a page's code is here", () => {
  expect(shownBetween(loading, signedIn)).not.toContain("The form");
  expect(shownBetween(signedIn, signedIn)).toBe("The form");
});
