import { messages } from "@market/contract/messages";
import type { Product } from "@market/contract/products";
import { useEffect, useRef, useState } from "react";
import { paths } from "../paths.ts";
import { Link } from "../router/link.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { toast } from "../ui/toast.ts";
import { CartButton } from "./cart-button.tsx";
import { ChatButton } from "./chat-button.tsx";
import type { ChatPage } from "./chat.ts";
import { Chips } from "./chips.tsx";
import { ContactNote } from "./contact-note.tsx";
import { HeartButton } from "./heart-button.tsx";
import { Gallery } from "./gallery.tsx";
import { formatPrice } from "@market/contract/price";
import { ShareButton } from "./share-button.tsx";
import { FetchedSimilar } from "./similar.tsx";

type Props = {
  product: Product;
  page: ChatPage;
  now: number;
  onUnavailable: (how: "sold" | "gone") => void;
};

/** Everything about one product (R102 to R113), for its dialog. */
export function Detail({ product, page, now, onUnavailable }: Props) {
  return (
    <div className="detail">
      <div className="bg-sunken relative p-3 md:p-4">
        <Gallery images={product.images} name={product.name} />
      </div>
      <div className="grid content-start gap-4 p-4 md:overflow-y-auto md:p-6 md:pt-5">
        <div className="md:pr-14">
          <p className="text-3xl font-bold tabular-nums">{formatPrice(product.price)}</p>
          <h2 className="mt-1 text-xl font-bold">{product.name}</h2>
        </div>
        <Chips product={product} now={now} />
        <Description text={product.description} />
        <div className="flex flex-wrap gap-2">
          <ShareButton product={product} className="px-4" />
          <Link to={paths.item(product._id)} className={buttonClass("quiet", "px-4")}>
            {messages.openPage}
            <Icon name="right" />
          </Link>
        </div>
        <FetchedSimilar
          productId={product._id}
          onGone={() => {
            toast.plain(messages.itemGone, { detail: messages.itemGoneNote });
            onUnavailable("gone");
          }}
        />
      </div>
      <div className="detail-actions">
        <div className="flex gap-2">
          <HeartButton product={product} on="bar" />
          <CartButton product={product} />
          <ChatButton
            product={product}
            page={page}
            onUnavailable={onUnavailable}
            className="min-h-14 min-w-0 flex-1 px-2"
          />
        </div>
        <ContactNote productId={product._id} className="mt-2 grid justify-center" />
      </div>
    </div>
  );
}

/** Six lines, and the rest on demand. */
function Description({ text }: { text: string }) {
  const words = useRef<HTMLParagraphElement>(null);
  const [isCut, setIsCut] = useState(false);
  const [isWhole, setIsWhole] = useState(false);
  // Only once the dialog stands do its lines have a height.
  useEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = words.current ?? {};
    setIsCut(scrollHeight > clientHeight + 1);
  }, [text]);
  return (
    <div>
      <h3 className="text-muted mb-1 text-sm font-bold">{messages.description}</h3>
      <p ref={words} className={`whitespace-pre-line ${isWhole ? "" : "line-clamp-6"}`}>
        {text}
      </p>
      {isCut && !isWhole && (
        <button
          type="button"
          className="text-primary min-h-12 font-bold underline underline-offset-4"
          onClick={() => setIsWhole(true)}
        >
          {messages.more}
        </button>
      )}
    </div>
  );
}
