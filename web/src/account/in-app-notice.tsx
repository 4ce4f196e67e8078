import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { useHydrated } from "../ui/hydrated.ts";
import { isInAppBrowser } from "./provider.ts";

/** Google refuses sign-in inside Instagram, Facebook and LinkedIn; says so before it does (Q45). */
export function InAppNotice() {
  const isInApp = useHydrated() && isInAppBrowser(navigator.userAgent);
  const [isCopied, setIsCopied] = useState(false);
  if (!isInApp) return null;

  const copy = async () => {
    await navigator.clipboard.writeText(location.href);
    setIsCopied(true);
  };
  return (
    <div className="bg-mint text-on-mint rounded-button grid gap-3 p-4 text-sm">
      <p>
        Google does not allow sign-in inside this app. Please open this page in Chrome or your own
        browser.
      </p>
      <Button kind="plain" onClick={() => void copy()}>
        {isCopied ? "Link copied" : "Copy link"}
      </Button>
    </div>
  );
}
