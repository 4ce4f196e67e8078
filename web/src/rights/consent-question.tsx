import { Suspense } from "react";
import { useLocation } from "react-router";
import { paths } from "../routing/paths.ts";
import { lazyWithPreload } from "../browser/lazy-with-preload.ts";
import { useSession } from "../identity/session.ts";
import { isConsentKnown } from "./known-consent.ts";

const ConsentDialog = lazyWithPreload(
  async () => (await import("./consent-dialog.tsx")).ConsentDialog,
);
/** These can be read before one agrees. */
const readable: readonly string[] = [paths.privacy, paths.terms, paths.grievance];

/** Asks students who have agreed to no notice, or to an older one (D50). */
export function ConsentQuestion() {
  const session = useSession();
  const { pathname } = useLocation();
  if (session.status !== "signed-in" || readable.includes(pathname)) return null;
  const { _id: userId } = session.user;
  if (isConsentKnown(userId)) return null;
  return (
    <Suspense>
      <ConsentDialog key={userId} userId={userId} />
    </Suspense>
  );
}
