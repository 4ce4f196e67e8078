import * as calls from "@market/contract/products/calls";
import { slideshowInterval } from "@market/contract/limits";
import * as dealMessages from "@market/contract/deals/messages";
import * as cardsMessages from "@market/contract/cards/messages";
import * as noticeMessages from "@market/contract/notices/messages";
import * as profileMessages from "@market/contract/students/messages";
import * as shellMessages from "@market/contract/shell/messages";
import { formatPrice } from "@market/contract/price";
import * as listingMessages from "@market/contract/products/own-listing-messages";
import type { OwnProduct, Product } from "@market/contract/products/product";
import { useRef, useState } from "react";
import { Link } from "react-router";
import { call } from "../api/client.ts";
import { createInTurn } from "../api/in-turn.ts";
import { useAction } from "../api/use-action.ts";
import { paths } from "../routing/paths.ts";
import { useSlideshow } from "../photos/use-slideshow.ts";
import { markSold } from "../products/item/mark-sold.ts";
import { ShareButton } from "../products/item/share-button.tsx";
import { fallbackPhoto, Photo } from "../photos/photo.tsx";
import { PhotoStrip } from "../photos/photo-strip.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { Icon } from "../ui/more-icons.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { MoreActions } from "../ui/more-actions.tsx";
import { loadOwnProducts } from "../students/own-profile.ts";
import { DeletedListings } from "./deleted-listings.tsx";
import { Renew, Reservation, Reserve } from "./own-listing-state.tsx";
import { Switch } from "../ui/switch.tsx";
import { toast } from "../ui/toast.ts";

/** The student's listings in the profile (R173 to R175). */
export function OwnListings({ initial }: { initial: readonly OwnProduct[] }) {
  const [products, setProducts] = useState(initial);
  const heading = useRef<HTMLHeadingElement>(null);

  const [deletions, setDeletions] = useState(0);
  const remove = (gone: Product) => {
    setDeletions(deletions + 1);
    setProducts((before) => before.filter(({ _id }) => _id !== gone._id));
    heading.current?.focus();
  };
  const setSold = (changed: Product, isSold: boolean) =>
    setProducts((before) =>
      before.map((product) => (product._id === changed._id ? { ...product, isSold } : product)),
    );

  const change = (changed: Product, values: Partial<OwnProduct>) =>
    setProducts((before) =>
      before.map((product) => (product._id === changed._id ? { ...product, ...values } : product)),
    );
  const setConfirmed = (confirmed: Product) =>
    setProducts((before) =>
      before.map((product) =>
        product._id === confirmed._id
          ? {
              ...product,
              saidSold: undefined,
              unanswered: undefined,
              resting: undefined,
              restingBecause: undefined,
            }
          : product,
      ),
    );

  return (
    <section aria-labelledby="my-listings" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id="my-listings" ref={heading} tabIndex={-1} className="text-xl font-bold outline-none">
          {profileMessages.myListings}
        </h2>
        <p role="status" className="text-muted tabular-nums">
          {profileMessages.items(products.length)}
        </p>
      </div>
      {products.length === 0 ? (
        <NoListings />
      ) : (
        <ul className="-m-1 grid max-h-[600px] grid-cols-1 gap-3 overflow-y-auto overscroll-contain fade-end p-1 pb-6 md:grid-cols-2 md:gap-4 xl:grid-cols-3">
          {products.map((product) => (
            <li key={product._id} className="grid min-w-0 grid-cols-1">
              <OwnListing
                product={product}
                onSold={(isSold) => setSold(product, isSold)}
                onConfirmed={() => setConfirmed(product)}
                onChanged={(values) => change(product, values)}
                onDeleted={() => remove(product)}
              />
            </li>
          ))}
        </ul>
      )}
      <DeletedListings
        deletions={deletions}
        onRestored={async () => {
          setProducts(await loadOwnProducts());
          heading.current?.focus();
        }}
      />
    </section>
  );
}

function NoListings() {
  return (
    <div className="bg-surface border-line rounded-card grid justify-items-center gap-4 border border-dashed p-8 text-center">
      <p className="text-muted max-w-[36ch]">{listingMessages.none}</p>
      <Link to={paths.sell} className={buttonClass("primary")}>
        {listingMessages.sellItem}
      </Link>
    </div>
  );
}

type DeleteProps = { product: Product; onDeleted: () => void };
type ListingProps = DeleteProps & {
  product: OwnProduct;
  onSold: (isSold: boolean) => void;
  onConfirmed: () => void;
  onChanged: (values: Partial<OwnProduct>) => void;
};

/** One own listing with its actions (R176 to R184). */
function OwnListing({ product, onSold, onConfirmed, onChanged, onDeleted }: ListingProps) {
  const { name, images, description, address, isSold } = product;
  const show = useSlideshow(images.length, slideshowInterval);
  const toggle = useSoldToggle(product, onSold);
  const heading = useRef<HTMLHeadingElement>(null);
  // A question about a hidden listing could not be answered.
  const isAsked = !isSold && !product.hidden;
  const question = questionOf(product);
  /** For buttons that disappear once they have done their work. */
  const focusName = () => heading.current?.focus();
  const changeAndFocus = (values: Partial<OwnProduct>) => {
    onChanged(values);
    focusName();
  };
  return (
    <article className="bg-surface border-line rounded-card flex min-w-0 flex-col gap-1 border p-3">
      <div className="flex flex-wrap gap-3">
        <div
          className={`bg-line rounded-button relative aspect-4/5 w-24 shrink-0 self-start overflow-hidden md:w-28 ${isSold ? "is-sold" : ""}`}
          {...show.handlers}
        >
          {product.hidden ? (
            <Photo image={fallbackPhoto} alt="" sizes="128px" />
          ) : (
            <PhotoStrip images={images} sizes="128px" {...show.strip} />
          )}
          {isSold && (
            <span className="bg-scrim/85 absolute inset-x-0 bottom-0 py-1 text-center text-sm font-bold text-white">
              {cardsMessages.sold}
            </span>
          )}
        </div>
        <div className="grid min-w-0 flex-1 basis-[9rem] content-start gap-1">
          <p className="text-lg font-bold tabular-nums">{formatPrice(product.price)}</p>
          <h3 ref={heading} tabIndex={-1} className="line-clamp-2 font-normal outline-none">
            {name}
          </h3>
          {product.views + product.asked > 0 && (
            <p className="text-sm font-bold tabular-nums">
              {dealMessages.viewsAndContacts(product.views, product.asked)}
            </p>
          )}
          <p className="text-muted line-clamp-1 text-sm">{description}</p>
          {address !== null && (
            <p className="text-muted flex min-w-0 items-center gap-1.5 text-sm">
              <Icon name="pin" className="size-4" />
              <span className="line-clamp-1 min-w-0">{address}</span>
            </p>
          )}
        </div>
      </div>
      {product.hidden && (
        <p className="bg-marigold text-on-marigold rounded-button mt-2 p-3 text-sm wrap-anywhere">
          <strong className="font-bold">{listingMessages.hidden}.</strong> {product.hiddenBecause}
        </p>
      )}
      {isAsked && question !== undefined && (
        <StillThere
          product={product}
          question={question}
          onSold={() => {
            focusName();
            void toggle(true);
          }}
          onConfirmed={() => {
            onConfirmed();
            focusName();
          }}
        />
      )}
      {isAsked && product.expired && <Renew product={product} onChanged={changeAndFocus} />}
      {isAsked && !product.expired && <Reservation product={product} onChanged={changeAndFocus} />}
      {isSold && (
        <Button
          kind="plain"
          className="mt-2"
          onClick={() => {
            focusName();
            void toggle(false);
          }}
        >
          <Icon name="retry" />
          {dealMessages.relist}
        </Button>
      )}
      <div className="mt-auto -mr-2 flex flex-wrap items-center justify-end text-sm">
        <Switch
          label={`${profileMessages.markAsSold}: ${name}`}
          checked={isSold}
          onChange={(next) => void toggle(next)}
        >
          {profileMessages.markAsSold}
        </Switch>
        <span className="grow" />
        {isAsked && (
          <MoreActions label={listingMessages.moreFor(name)}>
            {!product.expired && product.reservedUntil === undefined && (
              <Reserve product={product} onChanged={changeAndFocus} />
            )}
            <ShareButton
              product={product}
              kind="quiet"
              label={dealMessages.shareNamed(name)}
              className="px-3! text-sm"
            />
            <Link
              to={paths.itemPoster(product._id)}
              aria-label={listingMessages.posterOf(name)}
              className={buttonClass("quiet", "px-3! text-sm")}
            >
              <Icon name="pictures" />
              {listingMessages.poster}
            </Link>
          </MoreActions>
        )}
        <Link
          to={paths.editProduct(product._id)}
          aria-label={listingMessages.edit(name)}
          className="tip pressable hover:bg-sunken grid size-12 place-items-center rounded-full"
        >
          <Icon name="pencil" />
        </Link>
        <DeleteProduct product={product} onDeleted={onDeleted} />
      </div>
    </article>
  );
}

function useSoldToggle(product: Product, onSold: (isSold: boolean) => void) {
  const [inTurn] = useState(createInTurn<boolean>);
  return async (next: boolean) => {
    onSold(next);
    const isSold = await inTurn(product._id, next, (wish) => markSold(product, wish));
    if (isSold !== undefined) onSold(isSold);
  };
}

function questionOf(product: OwnProduct): string | undefined {
  const { resting, restingBecause = "no-answer", unanswered, saidSold } = product;
  if (resting) return noticeMessages.pausedBecause[restingBecause];
  if (unanswered) return noticeMessages.unanswered;
  return saidSold && dealMessages.saidSold;
}

type StillThereProps = {
  product: Product;
  question: string;
  onSold: () => void;
  onConfirmed: () => void;
};

/** Asks whether a listing is still available (D54). */
function StillThere({ product, question, onSold, onConfirmed }: StillThereProps) {
  const { run: confirm, isPending } = useAction(async () => {
    const { message } = await call(calls.confirmProduct, { params: { productId: product._id } });
    toast.success(message);
    onConfirmed();
  });
  return (
    <div className="bg-sunken rounded-button mt-2 grid gap-2 p-3">
      <p className="text-sm font-bold">{question}</p>
      <div className="flex flex-wrap gap-2">
        <Button kind="plain" className="flex-1 px-2 text-sm" onClick={onSold}>
          {profileMessages.markAsSold}
        </Button>
        <Button className="flex-1 px-2 text-sm" busy={isPending} onClick={() => confirm()}>
          {dealMessages.stillAvailable}
        </Button>
      </div>
    </div>
  );
}

/** Deletes the listing after a confirmation (Q30, R484, R485). */
function DeleteProduct({ product, onDeleted }: DeleteProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { run: remove, isPending } = useAction(
    async () => {
      await call(calls.deleteProduct, { params: { productId: product._id } });
      toast.success(profileMessages.productDeleted);
      onDeleted();
    },
    () => {
      toast.error(profileMessages.deleteFailed);
      setIsAsking(false);
    },
  );
  return (
    <>
      <IconButton
        icon="bin"
        label={listingMessages.deleteNamed(product.name)}
        look="plain"
        className="tip text-danger hover:bg-danger-soft"
        onClick={() => setIsAsking(true)}
      />
      <Confirm
        open={isAsking}
        label={listingMessages.askToDelete(product.name)}
        title={listingMessages.deleteThis}
        cancel={shellMessages.cancel}
        confirm={listingMessages.deleteIt}
        busy={isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => remove()}
      >
        <span className="text-ink font-bold">{product.name}</span> {listingMessages.deletionMeans}
      </Confirm>
    </>
  );
}
