import { slideshowInterval } from "@market/contract/limits";
import { messages } from "@market/contract/messages";
import { useState } from "react";
import { useOffline } from "../api/use-offline.ts";
import { useSession } from "../account/session.ts";
import { itemParameter, paths } from "../paths.ts";
import { Card } from "../products/card.tsx";
import { CardSkeleton } from "../products/card-skeleton.tsx";
import { Grid } from "../products/grid.tsx";
import { ItemDialog } from "../products/item-dialog.tsx";
import { useSavedProducts } from "../products/saved-list.ts";
import { Link } from "../router/link.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";

const sizes = "(width < 600px) 46vw, (width < 900px) 31vw, 275px";

/** Everything that the student has put a heart on; what is taken off here goes with the next visit. */
export function Component() {
  const session = useSession();
  return session.status === "signed-in" ? <SavedItems userId={session.user._id} /> : null;
}

function SavedItems({ userId }: { userId: string }) {
  const { products, failure, retry } = useSavedProducts(userId);
  const isAway = useOffline();
  const [now] = useState(() => Date.now());
  return (
    <div className="content pt-5 pb-12 md:pt-10">
      <div className="mb-4 flex items-baseline justify-between gap-3">
        <h1 className="text-2xl font-bold">{messages.saved}</h1>
        <p className="text-muted tabular-nums" role="status">
          {products && products.length > 0 && messages.items(products.length)}
          {products === undefined && failure === undefined && (
            <span className="sr-only">{messages.loading}</span>
          )}
        </p>
      </div>
      {products === undefined && failure === undefined && <Waiting />}
      {products === undefined && failure !== undefined && (
        <div className="grid justify-items-center gap-4 py-12 text-center" role="alert">
          <p className="text-lg">{failure}</p>
          {!isAway && (
            <Button kind="plain" onClick={retry}>
              {messages.tryAgain}
            </Button>
          )}
        </div>
      )}
      {products?.length === 0 && <NothingSaved />}
      {products && products.length > 0 && (
        <section aria-labelledby="products">
          <h2 id="products" className="sr-only">
            {messages.products}
          </h2>
          <Grid>
            {products.map((product) => (
              <li key={product._id}>
                <Card
                  product={product}
                  to={`?${itemParameter}=${product._id}`}
                  now={now}
                  interval={slideshowInterval}
                  sizes={sizes}
                  savable
                />
              </li>
            ))}
          </Grid>
        </section>
      )}
      <ItemDialog products={products} page="buy" now={now} onUnavailable={retry} />
    </div>
  );
}

function Waiting() {
  return (
    <div
      aria-hidden="true"
      className="transition-opacity delay-150 duration-100 starting:opacity-0"
    >
      <Grid>
        {["one", "two", "three", "four"].map((place) => (
          <li key={place}>
            <CardSkeleton />
          </li>
        ))}
      </Grid>
    </div>
  );
}

function NothingSaved() {
  return (
    <div className="grid justify-items-center gap-4 py-16 text-center">
      <span className="bg-mint text-on-mint grid size-24 place-items-center rounded-full">
        <Icon name="heart" className="size-12" />
      </span>
      <p className="text-xl font-bold">{messages.savedEmpty}</p>
      <p className="text-muted max-w-[36ch]">{messages.savedEmptyText}</p>
      <Link to={paths.buy} className={buttonClass("primary")}>
        {messages.browse}
      </Link>
    </div>
  );
}
