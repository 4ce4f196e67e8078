import { slideshowIntervalBuy } from "@market/contract/limits";
import type { Product } from "@market/contract/products";
import { memo } from "react";
import { paths } from "../paths.ts";
import { Card } from "./card.tsx";

/** Cards of a piece, as `.card-piece` of the style sheet counts them: whole rows of two and of three. */
const piece = 24;
/** Cards on the first screen of most devices. */
const firstScreen = 4;
const sizes = "(width < 600px) 46vw, (width < 900px) 31vw, 240px";

type Props = {
  products: readonly Product[];
  /** The address's search part; a card adds its product to it. */
  search: string;
  /** Milliseconds since 1970; ages are counted from here. */
  now: number;
  /** Cards of a row on small screens; wide ones make one grid of all. */
  row: number;
};
type PartProps = Props & {
  /** How many cards stand before it. */
  before: number;
};

/** The cards of a list in pieces of rows, so that what comes to it, and what is out of sight, costs nothing of the rest. */
export function CardPieces(props: Props) {
  return parts(props.products, piece).map((products, place) => (
    <CardPiece key={place} {...props} products={products} before={place * piece} />
  ));
}

const CardPiece = memo(function CardPiece({ before, ...props }: PartProps) {
  return (
    <div className="card-piece">
      {parts(props.products, props.row).map((products, place) => (
        <CardRow key={place} {...props} products={products} before={before + place * props.row} />
      ))}
    </div>
  );
}, isSame);

const CardRow = memo(function CardRow({ products, search, now, before }: PartProps) {
  return (
    <div className="card-row">
      {products.map((product, index) => (
        <div key={product._id} role="listitem">
          <Card
            product={product}
            to={paths.withItem(search, product._id)}
            now={now}
            interval={slideshowIntervalBuy}
            sizes={sizes}
            eager={before + index < firstScreen}
          />
        </div>
      ))}
    </div>
  );
}, isSame);

/** The addresses of cards are those of the list that they belong to: another choice changes them when its products come. */
function isSame(shown: PartProps, next: PartProps): boolean {
  return (
    shown.now === next.now &&
    shown.row === next.row &&
    shown.products.length === next.products.length &&
    shown.products.every((product, index) => product === next.products[index])
  );
}

function parts(products: readonly Product[], size: number): (readonly Product[])[] {
  return Array.from({ length: Math.ceil(products.length / size) }, (_, place) =>
    products.slice(place * size, (place + 1) * size),
  );
}
