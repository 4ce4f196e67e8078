import * as itemMessages from "@market/contract/products/messages";
import type { Product, RequestState } from "@market/contract/products/product";
import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { isOwn, settledSession, useSession } from "../../identity/session.ts";
import type { LoginState } from "../../identity/guard.tsx";
import { rememberWantedItem, takeWantedChat } from "../../identity/sign-in/wanted-page.ts";
import { paths } from "../../routing/paths.ts";
import { isOffline } from "../../browser/connection.ts";
import { lazyWithPreload } from "../../browser/lazy-with-preload.ts";
import { local } from "../../browser/storage.ts";
import { showAlert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { useEarlyTap } from "../../ui/early-tap.tsx";
import { LostDialog } from "../../ui/lost-dialog.tsx";
import { Icon } from "../../ui/more-icons.tsx";
import { toast } from "../../ui/toast.ts";
import { type ChatPage, startChat } from "./chat.ts";
import { readAgain } from "./made-requests.ts";

const SafetyCard = lazyWithPreload(
  async () => (await import("./safety-card.tsx")).SafetyCard,
  LostDialog,
);
const RequestDialog = lazyWithPreload(
  async () => (await import("./request-dialog.tsx")).RequestDialog,
  LostDialog,
);
/** The day on which the card was last shown. */
const shownKey = "safety-card";
const today = () => new Date().toDateString();
// Offline no chat can follow, so the message needs no card before it.
const needsWarning = () => local.read(shownKey) !== today() && !isOffline();

type Props = {
  product: Product;
  page: ChatPage;
  onUnavailable: (how: "sold" | "gone") => void;
  className?: string;
};

/** A visitor goes to the login page first (R412, R415). */
export function ChatButton({ product, page, onUnavailable, className }: Props) {
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const [isWarning, setIsWarning] = useState(false);
  const [asked, setAsked] = useState<{ state: RequestState; isNew: boolean }>();
  const queries = useQueryClient();
  const session = useSession();
  const own = isOwn(product, session);
  const chatAfterWarning = () => {
    local.write(shownKey, today());
    setIsWarning(false);
    void chat();
  };
  const tap = async () => {
    let known = session;
    if (known.status === "loading") {
      setIsBusy(true);
      known = await settledSession();
      setIsBusy(false);
    }
    const isStranger = known.status === "signed-in" && !isOwn(product, known);
    if (isStranger && needsWarning()) setIsWarning(true);
    else await chat();
  };
  const canContinue = session.status === "signed-in" && !own;
  useEffect(() => {
    if (canContinue && takeWantedChat(product._id) && needsWarning()) setIsWarning(true);
  }, [canContinue, product._id]);

  const chat = async () => {
    setIsBusy(true);
    const outcome = await startChat(product, page);
    setIsBusy(false);
    if (outcome.is === "signed-out") {
      rememberWantedItem(product);
      const { name, images, price } = product;
      const state: LoginState = {
        reason: itemMessages.logInToChat(name),
        item: { name, images, price },
      };
      await navigate(paths.login, { state });
    } else if (outcome.is === "asked") {
      setAsked(outcome);
      void readAgain(queries);
    } else if (outcome.is === "failed") {
      if (!outcome.isAlert) return toast.error(outcome.message);
      await showAlert({ kind: "error", title: product.name, text: outcome.message });
    } else if ("message" in outcome) {
      toast.plain(outcome.message);
      if (outcome.is !== "own") onUnavailable(outcome.is);
    }
  };

  const { note, ...early } = useEarlyTap(() => void tap());
  return (
    <>
      {note}
      <Button
        {...early}
        kind={own ? "quiet" : "whatsapp"}
        className={className}
        busy={isBusy}
        aria-disabled={own || undefined}
        onClick={() => void tap()}
      >
        {!isBusy && !own && <Icon name="chat" className="size-6" />}
        {own ? itemMessages.ownProductButton : itemMessages.chat}
      </Button>
      {asked && (
        <Suspense>
          <RequestDialog product={product} {...asked} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
      {isWarning && (
        <Suspense>
          <SafetyCard onChat={chatAfterWarning} onClose={() => setIsWarning(false)} />
        </Suspense>
      )}
    </>
  );
}
