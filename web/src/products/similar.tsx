import { endpoints } from "@market/contract/endpoints";
import { messages } from "@market/contract/messages";
import { formatPrice } from "@market/contract/price";
import type { Product } from "@market/contract/products";
import { useEffect, useEffectEvent, useId, useState } from "react";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { paths } from "../paths.ts";
import { Link } from "../router/link.tsx";
import { Photo } from "./photo.tsx";

type Props = {
  products: readonly Product[];
  /** The row that is pushed by a thumb also on wide screens, for where there is little room. */
  small?: boolean;
};

/** Unsold products like the one that is shown: a row for the thumb on phones, a grid elsewhere. */
export function Similar({ products, small = false }: Props) {
  const heading = useId();
  if (products.length === 0) return null;
  return (
    <section className={small ? "min-w-0" : "pt-10 md:pt-14"} aria-labelledby={heading}>
      <h2 id={heading} className={small ? "mb-2 text-sm font-bold" : "mb-4 text-xl font-bold"}>
        {messages.similar}
      </h2>
      <ul className={`similar-row ${small ? "is-small" : ""}`}>
        {products.map((product) => (
          <li key={product._id}>
            <SimilarCard product={product} small={small} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type FetchedProps = {
  productId: string;
  /** The product itself is not there any more. */
  onGone: () => void;
};

/** The same, fetched once the product is on the screen; without an answer there is nothing to show. */
export function FetchedSimilar({ productId, onGone }: FetchedProps) {
  const [products, setProducts] = useState<readonly Product[]>([]);
  const tellGone = useEffectEvent(onGone);
  useEffect(() => {
    const leaving = new AbortController();
    call(endpoints.getItem, { params: { productId }, signal: leaving.signal }).then(
      ({ similar }) => setProducts(similar),
      (failure: unknown) => {
        if (leaving.signal.aborted) return;
        if (failure instanceof ApiError && failure.code === "product-not-found") tellGone();
        else console.warn("No similar products could be had", failure);
      },
    );
    return () => leaving.abort();
  }, [productId]);
  return <Similar products={products} small />;
}

type CardProps = { product: Product; small: boolean };

function SimilarCard({ product, small }: CardProps) {
  const { _id: productId, name, price, images } = product;
  return (
    <Link
      to={paths.item(productId)}
      className="card border-line bg-surface block h-full overflow-hidden rounded-card border"
    >
      <div className="bg-line relative aspect-4/5 overflow-hidden">
        {images[0] && (
          <Photo
            image={images[0]}
            alt=""
            sizes={small ? "128px" : "(width < 768px) 40vw, (width < 1200px) 23vw, 276px"}
          />
        )}
      </div>
      <div className={small ? "grid p-2" : "grid gap-0.5 p-3"}>
        <p className="font-bold tabular-nums">{formatPrice(price)}</p>
        <h3 className={small ? "truncate text-xs" : "line-clamp-2 text-sm"}>{name}</h3>
      </div>
    </Link>
  );
}
