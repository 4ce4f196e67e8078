import * as continueMessages from "@market/contract/identity/continue-messages";
import { useEffect } from "react";
import { Link, useLocation } from "react-router";
import { paths } from "../routing/paths.ts";
import { buttonClass } from "../ui/button.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { newcomer } from "./newcomer.ts";

const close = () => newcomer.set(undefined);

type Props = {
  firstWord: string;
  /** The page that the registration interrupted, offered as the next step. */
  wanted: { address: string; name: string } | undefined;
  onWanted: () => void;
};

/** Once, on the home page that follows a registration (R1135). */
export function Welcome({ firstWord, wanted, onWanted }: Props) {
  const { pathname } = useLocation();
  useEffect(
    () => () => {
      if (location.pathname !== pathname) close();
    },
    [pathname],
  );
  return (
    <section aria-labelledby="welcome" className="content pt-4">
      <div className="bg-surface border-line rounded-card grid gap-4 border p-4 md:p-6">
        <div className="flex items-start gap-3">
          <div className="grid min-w-0 flex-1 gap-1">
            <h2 id="welcome" className="text-xl font-bold">
              {continueMessages.welcome(firstWord)}
            </h2>
            <p className="text-muted">
              {wanted ? continueMessages.welcomeBack : continueMessages.welcomeText}
            </p>
          </div>
          <IconButton
            icon="close"
            look="plain"
            label={continueMessages.dismiss}
            className="-m-2 shrink-0"
            onClick={close}
          />
        </div>
        <div className="flex flex-wrap gap-3 *:grow md:*:grow-0">
          {wanted ? (
            <Link to={wanted.address} onClick={onWanted} className={buttonClass("primary")}>
              {continueMessages.continueTo(wanted.name)}
            </Link>
          ) : (
            <>
              <Link to={paths.sell} className={buttonClass("primary")}>
                {continueMessages.listFirst}
              </Link>
              <Link to={paths.buy} className={buttonClass("plain")}>
                {continueMessages.lookAround}
              </Link>
            </>
          )}
        </div>
      </div>
    </section>
  );
}
