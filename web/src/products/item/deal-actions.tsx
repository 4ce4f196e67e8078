import * as dealMessages from "@market/contract/deals/messages";
import * as profileMessages from "@market/contract/students/messages";
import type { Product } from "@market/contract/products/product";
import { Link } from "react-router";
import { useAction } from "../../api/use-action.ts";
import { isOwn, useSession } from "../../identity/session.ts";
import { paths } from "../../routing/paths.ts";
import { CartButton } from "../../cart/cart-button.tsx";
import { HeartButton } from "../../saved/heart-button.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/more-icons.tsx";
import { ChatButton } from "./chat-button.tsx";
import type { ChatPage } from "./chat.ts";
import { ContactNote } from "./contact-note.tsx";
import { markSold } from "./mark-sold.ts";
import { ShareButton } from "./share-button.tsx";

type Props = {
  product: Product;
  page: ChatPage;
  onUnavailable: (how: "sold" | "gone") => void;
};

/** The way to the seller, or the seller's own tools (R603, R604). */
export function DealActions({ product, page, onUnavailable }: Props) {
  const chat = (className: string) => (
    <ChatButton {...{ product, page, onUnavailable, className }} />
  );
  if (isOwn(product, useSession())) {
    return (
      <div className="grid gap-1">
        <OwnerActions product={product} onSold={() => onUnavailable("sold")} />
        {chat("w-full text-sm max-md:min-h-8!")}
      </div>
    );
  }
  return (
    <div className="grid gap-2">
      <ContactNote product={product} />
      <div className="flex gap-2">
        <HeartButton product={product} on="bar" />
        <CartButton product={product} />
        {chat("min-h-14 min-w-0 flex-1 flex-wrap gap-x-1.5 gap-y-0 px-1!")}
      </div>
    </div>
  );
}

/** Three beside each other on a phone, where their words are enough. */
const tool = "grow px-3 max-sm:text-sm max-sm:[&_svg]:hidden sm:px-4";

function OwnerActions({ product, onSold }: { product: Product; onSold: () => void }) {
  const { run: sell, isPending } = useAction(async () => {
    if (await markSold(product, true)) onSold();
  });
  return (
    <div className="flex flex-wrap gap-2">
      <Link to={paths.editProduct(product._id)} className={buttonClass("plain", tool)}>
        <Icon name="pencil" />
        {dealMessages.edit}
      </Link>
      <ShareButton product={product} className={tool} />
      <Button className={tool} busy={isPending} onClick={() => sell()}>
        {profileMessages.markAsSold}
      </Button>
    </div>
  );
}
