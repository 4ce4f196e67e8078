import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { beforeEach, expect, it, vi } from "vitest";

type Account = { _id: string } | "limited" | "signed-out";

const state = vi.hoisted(() => ({ session: {} as object, listener: () => {} }));
vi.mock("../identity/session.ts", () => ({
  currentSession: () => state.session,
  subscribe: (listener: () => void) => (state.listener = listener),
}));

const { keepOwnQueriesToOwner } = await import("./own-queries.ts");

function setSession(account: Account): void {
  if (account === "limited")
    state.session = { status: "signed-out", suspension: { isLimited: true } };
  else if (account === "signed-out") state.session = { status: "signed-out" };
  else state.session = { status: "signed-in", user: account };
  state.listener();
}

const queryKey = ["own", "notes"];
let queries: QueryClient;
beforeEach(() => {
  queries = new QueryClient();
});

function startAs(account: Account): void {
  setSession(account);
  keepOwnQueriesToOwner(queries);
  queries.setQueryData(queryKey, "private");
  queries.setQueryData(["home"], "public");
}

it.each<[string, Account]>([
  ["a suspended student", "limited"],
  ["a student", { _id: "a" }],
])("keeps what %s has read while the session is only confirmed", (_who, account) => {
  startAs(account);
  setSession(account);
  expect(queries.getQueryData(queryKey)).toBe("private");
});

it("forgets what an account has read when it signs out", () => {
  startAs({ _id: "a" });
  setSession("signed-out");
  expect(queries.getQueryData(queryKey)).toBeUndefined();
  expect(queries.getQueryData(["home"])).toBe("public");
});

it("reads what is on screen again for the next account, and shows nothing of the previous one", async () => {
  startAs({ _id: "a" });
  const { promise, resolve } = Promise.withResolvers<string>();
  const observer = new QueryObserver(queries, {
    queryKey,
    queryFn: () => promise,
    staleTime: Infinity,
  });
  const stop = observer.subscribe(() => {});
  setSession({ _id: "b" });
  expect(observer.getCurrentResult().data).toBeUndefined();
  resolve("of b");
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe("of b"));
  stop();
});
