import * as moderatorsMessages from "@market/contract/moderation/moderators-messages";
import { ListFailure } from "../products/card/list-failure.tsx";
import type { Trouble } from "../moderation/use-cases.ts";
import { useLocation } from "react-router";
import { SignInAgain } from "../identity/sign-in/sign-in-again.tsx";
import { Icon } from "../ui/more-icons.tsx";
import { Component as NotFound } from "./not-found.tsx";

type Props = { trouble: Trouble; title: string; sentence: string; onRetry: () => void };

export function ModeratorsTrouble({ trouble, title, sentence, onRetry }: Props) {
  const { pathname, search } = useLocation();
  if (trouble === "hidden") return <NotFound />;
  if (trouble === "failed")
    return (
      <div className="content py-16">
        <h1 className="mb-4 text-2xl font-bold">{title}</h1>
        <ListFailure sentence={sentence} onRetry={onRetry} />
      </div>
    );
  return (
    <div className="content grid min-h-[60vh] place-content-center justify-items-center gap-4 py-16 text-center">
      <Icon name="lock" className="size-10" />
      <h1 className="text-2xl font-bold">{moderatorsMessages.signInAgain}</h1>
      <SignInAgain
        sentence={moderatorsMessages.signInAgainText}
        page={pathname + search}
        done={onRetry}
      />
    </div>
  );
}
