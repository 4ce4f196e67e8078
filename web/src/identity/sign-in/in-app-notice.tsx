import { inAppMessages } from "@market/contract/identity/in-app-messages";
import * as itemMessages from "@market/contract/products/messages";
import { useState } from "react";
import { usePageSettings } from "../../routing/page-context.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { useHydrated } from "../../browser/hydrated.tsx";
import { Icon } from "../../ui/more-icons.tsx";
import { wayOut } from "./other-browser.ts";
import { isInAppBrowser } from "./provider.ts";
import { wantedPage } from "./wanted-page.ts";

const steps = {
  android: inAppMessages.stepsAndroid,
  ios: inAppMessages.stepsIos,
  other: inAppMessages.steps,
};

/** Google refuses sign-in there: hands the page to the phone's own browser (Q45). */
export function InAppNotice() {
  return useHydrated() && isInAppBrowser(navigator.userAgent) ? <HandOver /> : null;
}

function HandOver() {
  const { campus } = usePageSettings();
  const [outcome, setOutcome] = useState("");
  const address = new URL(wantedPage() ?? location.pathname, location.origin).href;
  const { system, link } = wayOut(navigator.userAgent, address);
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => setOutcome(itemMessages.linkCopied),
      () => setOutcome(itemMessages.copyFailed),
    );
  return (
    <section
      aria-labelledby="in-app"
      className="bg-mint text-on-mint rounded-button grid gap-3 p-4 text-sm"
    >
      <h2 id="in-app" className="text-base font-bold">
        {inAppMessages.title}
      </h2>
      <p>{inAppMessages.reason(campus.providerName)}</p>
      {link !== undefined && (
        <a href={link} className={buttonClass()}>
          {inAppMessages.openInBrowser}
          <Icon name="right" />
        </a>
      )}
      <p>{steps[system]}</p>
      <p className="bg-surface text-ink rounded-button p-3 break-all select-all">{address}</p>
      <Button kind="plain" onClick={() => void copy()}>
        {itemMessages.copyLink}
      </Button>
      <p role="status" className={outcome === "" ? "sr-only" : ""}>
        {outcome}
      </p>
    </section>
  );
}
