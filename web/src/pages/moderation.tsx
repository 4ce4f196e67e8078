import * as safetyMessages from "@market/contract/messages/safety";
import * as shellMessages from "@market/contract/messages/shell";
import { useSession } from "../account/session/session.ts";
import { ListFailure } from "../catalogue/card/list-failure.tsx";
import { ModeratorsRoom } from "../safety/moderators-room.tsx";
import type { Trouble } from "../safety/use-cases.ts";
import { LogOutButton } from "../shell/log-out-button.tsx";
import { Icon } from "../ui/more-icons.tsx";
import { Loading } from "../ui/loading.tsx";
import { Component as NotFound } from "./not-found.tsx";

/** To everybody but moderators there is no such page; the server decides who they are. */
export function Component() {
  const { status } = useSession();
  if (status === "loading") return <Loading label={shellMessages.loading} />;
  if (status !== "signed-in") return <NotFound />;
  return <ModeratorsRoom renderTrouble={renderTrouble} />;
}

function renderTrouble(trouble: Trouble, retry: () => void) {
  if (trouble === "hidden") return <NotFound />;
  if (trouble === "failed")
    return (
      <div className="content py-16">
        <h1 className="mb-4 text-2xl font-bold">{safetyMessages.moderation}</h1>
        <ListFailure sentence={safetyMessages.casesFailed} onRetry={retry} />
      </div>
    );
  return (
    <div className="content grid min-h-[60vh] place-content-center justify-items-center gap-4 py-16 text-center">
      <Icon name="lock" className="size-10" />
      <h1 className="text-2xl font-bold">{safetyMessages.signInAgain}</h1>
      <p className="text-muted max-w-[40ch]">{safetyMessages.signInAgainText}</p>
      <LogOutButton />
    </div>
  );
}
