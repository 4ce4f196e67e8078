import * as moderatorsMessages from "@market/contract/moderation/moderators-messages";
import * as shellMessages from "@market/contract/shell/messages";
import { useSession } from "../identity/session.ts";
import { ModeratorsPage } from "../moderation/moderators-page.tsx";
import type { Trouble } from "../moderation/use-cases.ts";
import { Loading } from "../ui/loading.tsx";
import { ModeratorsTrouble } from "./moderators-trouble.tsx";
import { Component as NotFound } from "./not-found.tsx";

/** The moderators' page. To other users it does not exist; the server decides who is a moderator. */
export function Component() {
  const { status } = useSession();
  if (status === "loading") return <Loading label={shellMessages.loading} />;
  if (status !== "signed-in") return <NotFound />;
  return <ModeratorsPage renderTrouble={renderTrouble} />;
}

function renderTrouble(trouble: Trouble, retry: () => void) {
  const { moderation, casesFailed } = moderatorsMessages;
  return (
    <ModeratorsTrouble
      trouble={trouble}
      title={moderation}
      sentence={casesFailed}
      onRetry={retry}
    />
  );
}
