import * as itemMessages from "@market/contract/products/messages";
import { formatPrice } from "@market/contract/price";
import type { Product } from "@market/contract/products/product";
import { useId } from "react";
import { Link } from "react-router";
import { paths } from "../../routing/paths.ts";
import { Photo } from "../../photos/photo.tsx";

type Props = {
  products: readonly Product[];
  title?: string;
  /** Below the heading of a dialog. */
  small?: boolean;
  /** Beside the photo where a screen has space. */
  beside?: boolean;
};

/** A scrollable row on phones, a grid elsewhere. */
export function Similar(props: Props) {
  const { products, title = itemMessages.similar, small = false, beside = false } = props;
  const heading = useId();
  const Heading = small ? "h3" : "h2";
  if (products.length === 0) return null;
  return (
    <section
      className={`min-w-0 ${small ? "" : `pt-6 md:pt-14 ${beside ? "similar-beside" : ""}`}`}
      aria-labelledby={heading}
    >
      <Heading id={heading} className={small ? "mb-2 text-sm font-bold" : "mb-4 text-xl font-bold"}>
        {title}
      </Heading>
      <ul className={`similar-row ${small ? "is-small" : ""}`}>
        {products.map((product) => (
          <li key={product._id}>
            <SimilarCard
              product={product}
              small={small}
              sizes={small ? "128px" : beside ? besideSizes : sizes}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

const sizes = "(width < 768px) 40vw, (width < 1200px) 23vw, 276px";
const besideSizes = "(width < 768px) 40vw, (width < 900px) 23vw, 176px";

type CardProps = { product: Product; small: boolean; sizes: string };

function SimilarCard({ product, small, sizes: photoSizes }: CardProps) {
  const { _id: productId, name, price, images } = product;
  const Name = small ? "h4" : "h3";
  return (
    <Link
      to={paths.item(productId)}
      className="card border-line bg-surface block h-full overflow-hidden rounded-card border"
    >
      <div className="bg-line relative aspect-4/5 overflow-hidden">
        {images[0] && <Photo image={images[0]} alt="" sizes={photoSizes} />}
      </div>
      <div className={small ? "grid p-2" : "grid gap-0.5 p-3"}>
        <p className="font-bold tabular-nums">{formatPrice(price)}</p>
        <Name className={small ? "line-clamp-2 text-xs" : "line-clamp-2 text-sm"}>{name}</Name>
      </div>
    </Link>
  );
}
