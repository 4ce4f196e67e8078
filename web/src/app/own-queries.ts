import type { QueryClient } from "@tanstack/react-query";
import { currentSession, subscribe } from "../identity/session.ts";

const own = { queryKey: ["own"] };

/** No account sees data that another one has fetched; while the account stays the same, shown data stays. */
export function keepOwnQueriesToOwner(queries: QueryClient): void {
  let owner = currentOwner();
  subscribe(() => {
    const next = currentOwner();
    if (next === owner) return;
    owner = next;
    if (owner === undefined) queries.removeQueries(own);
    // Visible data is fetched again.
    else void queries.resetQueries(own);
  });
}

/** A suspended student's session has an owner too, who may be writing an appeal. */
function currentOwner(): string | undefined {
  const session = currentSession();
  if (session.status === "signed-in") return session.user._id;
  const isLimited = session.status === "signed-out" && session.suspension?.isLimited;
  return isLimited ? "limited" : undefined;
}
