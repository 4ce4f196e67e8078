import { slideshowInterval } from "@market/contract/limits";
import * as homeMessages from "@market/contract/pages/home-messages";
import * as shellMessages from "@market/contract/shell/messages";
import type { Product } from "@market/contract/products/product";
import type { ReactNode } from "react";
import { Link } from "react-router";
import emptyBoard from "../../art/empty-board.svg";
import { itemParameter, paths } from "../../routing/paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Card, type CardProps } from "./card.tsx";
import { useShownProducts } from "../../students/blocked.ts";

export function Grid({ children }: { children: ReactNode }) {
  return <ul className="card-grid">{children}</ul>;
}

type CardGridProps<P> = Pick<CardProps, "now" | "sizes" | "badge" | "savable"> & {
  products: readonly P[];
  /** The number of photos that are in sight and requested first. */
  eager?: number;
  marksOf?: (product: P) => Pick<CardProps, "mark" | "besidePrice">;
};

export function CardGrid<P extends Product>(grid: CardGridProps<P>) {
  const { products, eager = 0, marksOf, ...card } = grid;
  const shown = useShownProducts(products);
  return (
    <Grid>
      {shown.map((product, index) => (
        <li key={product._id}>
          <Card
            product={product}
            to={`?${itemParameter}=${product._id}`}
            interval={slideshowInterval}
            eager={index < eager}
            {...card}
            {...marksOf?.(product)}
          />
        </li>
      ))}
    </Grid>
  );
}

/** The message in place of an empty grid (Q16). */
export function EmptyGrid() {
  return (
    <div className="border-control bg-surface grid justify-items-center gap-4 rounded-card border border-dashed px-6 py-10 text-center">
      <img src={emptyBoard} alt="" width="128" height="96" className="h-24 w-auto" />
      <p className="text-lg font-bold">{homeMessages.beFirst}</p>
      <Link to={paths.sell} className={buttonClass("primary")}>
        {shellMessages.sell}
      </Link>
    </div>
  );
}
