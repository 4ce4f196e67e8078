import * as itemMessages from "@market/contract/products/messages";
import type { Product } from "@market/contract/products/product";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { isOwn, useSession } from "../../identity/session.ts";
import { paths } from "../../routing/paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/more-icons.tsx";
import { toast } from "../../ui/toast.ts";
import type { ChatPage } from "./chat.ts";
import { Chips } from "../card/chips.tsx";
import { NumberNote } from "./contact-note.tsx";
import { DealActions } from "./deal-actions.tsx";
import { Gallery } from "./gallery.tsx";
import { Freshness, ItemPrice } from "./item-price.tsx";
import { MoreFromSeller } from "./more-from-seller.tsx";
import { SellerLine } from "./seller-line.tsx";
import { ShareButton } from "./share-button.tsx";
import { ReportButton } from "../../moderation/report-button.tsx";
import { Similar } from "./similar.tsx";
import { SoldWord } from "./sold-word.tsx";
import { UnlistedNote } from "./unlisted-note.tsx";
import { useItem } from "./use-item.ts";

export type DetailProps = {
  product: Product;
  page: ChatPage;
  now: number;
  onUnavailable: (how: "sold" | "gone") => void;
};

/** R102 to R113. */
export function Detail({ product, page, now, onUnavailable }: DetailProps) {
  const own = isOwn(product, useSession());
  const item = useItem(product._id, () => {
    toast.plain(itemMessages.itemGone, { detail: itemMessages.itemGoneNote });
    onUnavailable("gone");
  });
  return (
    <div className="detail">
      <Gallery images={product.images} name={product.name} />
      <div className="detail-words grid grid-cols-1 content-start gap-4 p-4 md:p-6 lg:pt-5">
        <div className="lg:pr-14">
          <ItemPrice {...product} />
          <h2 className="mt-1 text-xl font-bold">{product.name}</h2>
        </div>
        {!own && (
          <div className="grid grid-cols-1 gap-2">
            <SellerLine product={product} facts={item?.seller} />
            <NumberNote />
          </div>
        )}
        <Chips product={product} now={now} />
        <Freshness product={product} now={now} />
        <Description text={product.description} isDrafted={product.drafted} />
        <div className="-mx-3 -my-2 flex flex-wrap gap-x-1">
          {!own && <ShareButton product={product} kind="quiet" className="px-3" />}
          <Link to={paths.item(product._id)} className={buttonClass("quiet", "px-3")}>
            {itemMessages.openPage}
            <Icon name="right" />
          </Link>
        </div>
        {!own && <MoreFromSeller product={product} small />}
        <Similar products={item?.similar ?? []} small />
        <SoldWord product={product} />
        <ReportButton product={product} />
      </div>
      <div className="detail-actions">
        {product.expired && !own ? (
          <UnlistedNote own={false} />
        ) : (
          <DealActions product={product} page={page} onUnavailable={onUnavailable} />
        )}
      </div>
    </div>
  );
}

function Description({ text, isDrafted = false }: { text: string; isDrafted?: boolean }) {
  const words = useRef<HTMLParagraphElement>(null);
  const [isCut, setIsCut] = useState(false);
  const [isWhole, setIsWhole] = useState(false);
  useEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = words.current ?? {};
    setIsCut(scrollHeight > clientHeight + 1);
  }, [text]);
  return (
    <div>
      <h3 className="text-muted mb-1 text-sm font-bold">{itemMessages.description}</h3>
      <p ref={words} className={`whitespace-pre-line ${isWhole ? "" : "line-clamp-6"}`}>
        {text}
      </p>
      {isCut && !isWhole && (
        <button
          type="button"
          className="text-primary min-h-12 font-bold underline underline-offset-4"
          onClick={() => setIsWhole(true)}
        >
          {itemMessages.more}
        </button>
      )}
      {isDrafted && <p className="text-muted mt-1 text-sm">{itemMessages.drafted}</p>}
    </div>
  );
}
