import { messages } from "@market/contract/messages";
import type { Product } from "@market/contract/products";
import { useRef, useState } from "react";
import { paths } from "../paths.ts";
import { Link } from "../router/link.tsx";
import { buttonClass } from "../ui/button.tsx";
import { OwnListing } from "./own-listing.tsx";

/** The student's own listings, counted, in a box of their own (R173 to R175). */
export function OwnListings({ initial }: { initial: readonly Product[] }) {
  const [products, setProducts] = useState(initial);
  const heading = useRef<HTMLHeadingElement>(null);

  const remove = (gone: Product) => {
    setProducts((before) => before.filter(({ _id }) => _id !== gone._id));
    heading.current?.focus();
  };
  const setSold = (changed: Product, isSold: boolean) =>
    setProducts((before) =>
      before.map((product) => (product._id === changed._id ? { ...product, isSold } : product)),
    );

  return (
    <section aria-labelledby="my-listings" className="grid grid-cols-1 gap-4">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="my-listings" ref={heading} tabIndex={-1} className="text-xl font-bold outline-none">
          {messages.myListings}
        </h2>
        <p role="status" className="text-muted tabular-nums">
          {messages.items(products.length)}
        </p>
      </div>
      {products.length === 0 ? (
        <NoListings />
      ) : (
        <ul className="-m-1 grid grid-cols-1 max-h-[600px] gap-3 overflow-y-auto overscroll-contain p-1 md:grid-cols-2 md:gap-4 xl:grid-cols-3">
          {products.map((product) => (
            <li key={product._id} className="grid min-w-0 grid-cols-1">
              <OwnListing
                product={product}
                onSold={(isSold) => setSold(product, isSold)}
                onDeleted={() => remove(product)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function NoListings() {
  return (
    <div className="bg-surface border-line rounded-card grid justify-items-center gap-4 border border-dashed p-8 text-center">
      <p className="text-muted max-w-[36ch]">
        Nothing listed yet. A photo, a price and a few words are enough.
      </p>
      <Link to={paths.sell} className={buttonClass("primary")}>
        Sell an item
      </Link>
    </div>
  );
}
