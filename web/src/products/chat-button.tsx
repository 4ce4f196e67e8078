import { messages } from "@market/contract/messages";
import type { Product } from "@market/contract/products";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useSession } from "../account/session.ts";
import { rememberWantedPage } from "../account/wanted-page.ts";
import { paths } from "../paths.ts";
import { showAlert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/toast.ts";
import { type ChatPage, isOwn, startChat } from "./chat.ts";

type Props = {
  product: Product;
  page: ChatPage;
  /** The product turned out to be gone, or sold meanwhile: nothing to show any more. */
  onUnavailable: (how: "sold" | "gone") => void;
  className?: string;
};

/** Opens a chat with the seller; a visitor goes to the login page first (R412, R415). */
export function ChatButton({ product, page, onUnavailable, className }: Props) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [isBusy, setIsBusy] = useState(false);
  const own = isOwn(product, useSession());

  const chat = async () => {
    setIsBusy(true);
    const outcome = await startChat(product, page);
    setIsBusy(false);
    switch (outcome.is) {
      case "opened":
        return;
      case "signed-out":
        rememberWantedPage(pathname + search);
        await navigate(paths.login);
        return;
      case "own":
        toast.plain(outcome.message);
        return;
      case "gone":
      case "sold":
        toast.plain(outcome.message);
        onUnavailable(outcome.is);
        return;
      case "failed":
        if (outcome.isAlert)
          await showAlert({ kind: "error", title: product.name, text: outcome.message });
        else toast.error(outcome.message);
    }
  };

  return (
    <Button
      kind="whatsapp"
      className={className}
      busy={isBusy}
      aria-disabled={own || undefined}
      onClick={() => void chat()}
    >
      {!isBusy && !own && <Bubble />}
      {own ? messages.ownProductButton : messages.chat}
    </Button>
  );
}

function Bubble() {
  return (
    <svg
      viewBox="0 0 24 24"
      className="size-6 shrink-0"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M12 4a8 8 0 0 0-6.900 12L4 20l4.200-1A8 8 0 1 0 12 4ZM9 11h6m-6 3h4" />
    </svg>
  );
}
