import { messages } from "@market/contract/messages";
import type { Product } from "@market/contract/products";
import { useId } from "react";
import { Link } from "react-router";
import { paths } from "../paths.ts";
import { Photo } from "./photo.tsx";
import { formatPrice } from "@market/contract/price";

const sizes = "(width < 768px) 40vw, 240px";

/** Unsold products like the one that is shown: a row for the thumb on phones, a grid elsewhere. */
export function Similar({ products }: { products: readonly Product[] }) {
  const heading = useId();
  if (products.length === 0) return null;
  return (
    <section className="pt-10 md:pt-14" aria-labelledby={heading}>
      <h2 id={heading} className="mb-4 text-xl font-bold">
        {messages.similar}
      </h2>
      <ul className="similar-row">
        {products.map((product) => (
          <li key={product._id}>
            <SimilarCard product={product} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function SimilarCard({ product: { _id: productId, name, price, images } }: { product: Product }) {
  return (
    <Link
      to={paths.item(productId)}
      className="card border-line bg-surface block h-full overflow-hidden rounded-card border"
    >
      <div className="bg-line relative aspect-4/5 overflow-hidden">
        {images[0] && <Photo image={images[0]} alt="" sizes={sizes} />}
      </div>
      <div className="grid gap-0.5 p-3">
        <p className="font-bold tabular-nums">{formatPrice(price)}</p>
        <h3 className="line-clamp-2 text-sm">{name}</h3>
      </div>
    </Link>
  );
}
