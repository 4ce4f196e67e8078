import * as listingCalls from "@market/contract/bundles/calls";
import { cardSize } from "@market/contract/limits";
import * as catalogueMessages from "@market/contract/lists/messages";
import * as bundleMessages from "@market/contract/bundles/messages";
import { bundleCardUrl, type PageHead } from "@market/contract/pages/pages";
import type { CampusSettings } from "@market/contract/campus";
import { dateOf } from "@market/contract/dates";
import type { Product } from "@market/contract/products/product";
import type { Bundle } from "@market/contract/bundles/schemas";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { isOwn, useSession } from "../identity/session.ts";
import { ApiError, describeFailure } from "../api/api-error.ts";
import { call } from "../api/client.ts";
import { useAction } from "../api/use-action.ts";
import type { PageParams, PageQuery } from "../routing/page.ts";
import { paths } from "../routing/paths.ts";
import { useNow } from "../routing/use-now.ts";
import { CardGrid } from "../products/card/grid.tsx";
import { ItemDialog } from "../products/item/item-dialog.tsx";
import { shareBySystem, type Shared, ShareSheet } from "../products/item/share-button.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { Icon } from "../ui/more-icons.tsx";
import { toast } from "../ui/toast.ts";
import * as shellMessages from "@market/contract/shell/messages";
import { type PageHandle, title } from "../routing/head.ts";
import { NothingHere } from "./not-found.tsx";

const sizes = "(width < 768px) 46vw, (width < 1200px) 23vw, 275px";

export const goneHead = title(bundleMessages.bundleGone, {
  description: bundleMessages.bundleGoneNote,
  hidden: true,
});

export const handle: PageHandle = {
  head: (campus, found) => (found ? headOf : goneHead)(campus, found as Bundle),
  status: (found) => (found ? 200 : 404),
};

/** The list, or null if it does not exist (any more). */
export const query = ({ bundleId = "" }: PageParams): PageQuery<Bundle | null> => ({
  queryKey: ["bundle", bundleId],
  queryFn: async ({ signal }) => {
    try {
      return (await call(listingCalls.getBundle, { params: { bundleId }, signal })).bundle;
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === "bundle-not-found") return null;
      throw failure;
    }
  },
  given: ({ bundle }) => bundle,
});

export function Component({ found: bundle }: { found: Bundle | null }) {
  return bundle === null ? <BundleGone /> : <Leaving key={bundle.id} bundle={bundle} />;
}

export function BundleGone() {
  return (
    <NothingHere title={bundleMessages.bundleGone} text={bundleMessages.bundleGoneNote}>
      <Icon name="tag" className="text-primary size-12" />
    </NothingHere>
  );
}

const nameOf = ({ seller, leavingOn, products }: Bundle) =>
  bundleMessages.leavingWith(seller.name, dateOf(leavingOn), bundleMessages.items(products.length));

/** @param now milliseconds */
export const isAvailable =
  (now: number) =>
  ({ isSold, reservedUntil }: Pick<Product, "isSold" | "reservedUntil">): boolean =>
    !isSold && (reservedUntil === undefined || Date.parse(reservedUntil) <= now);

/** R785: one page for all that a leaving student sells. */
function Leaving({ bundle }: { bundle: Bundle }) {
  const { products } = bundle;
  const now = useNow();
  const session = useSession();
  const queries = useQueryClient();
  const own = isOwn(bundle, session);
  const place = usePlace(bundle, session.status === "signed-in");
  const available = products.filter(isAvailable(now)).length;
  return (
    <div className="content grid gap-4 pt-5 pb-12 md:pt-10">
      <h1 className="text-2xl font-bold md:text-3xl">{nameOf(bundle)}</h1>
      <p className="text-muted flex items-start gap-2">
        <Icon name="pin" className="mt-0.5 size-5 shrink-0" />
        {place === null ? bundleMessages.placeLater : bundleMessages.handedOver(place)}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <p className="mr-auto font-bold tabular-nums" role="status">
          {bundleMessages.left(available, products.length)}
        </p>
        <ShareBundle bundle={bundle} />
        <Link to={paths.leavingPoster(bundle.id)} className={buttonClass("plain")}>
          {bundleMessages.poster}
        </Link>
      </div>
      <section aria-labelledby="products">
        <h2 id="products" className="sr-only">
          {catalogueMessages.products}
        </h2>
        <CardGrid products={products} now={now} sizes={sizes} eager={4} />
      </section>
      {own && <DeleteBundle bundleId={bundle.id} />}
      <ItemDialog
        products={products}
        page="home"
        now={now}
        onUnavailable={() => void queries.invalidateQueries({ queryKey: ["bundle", bundle.id] })}
      />
    </div>
  );
}

/** Students who contacted the seller see the place; the document is the same for all users. */
function usePlace({ id, place }: Bundle, isSignedIn: boolean): string | null {
  const { data: bundle } = useQuery({
    queryKey: ["own", "bundle", id],
    queryFn: async ({ signal }) =>
      (await call(listingCalls.getBundle, { params: { bundleId: id }, signal })).bundle,
    enabled: isSignedIn,
  });
  return bundle?.place ?? place;
}

function ShareBundle({ bundle }: { bundle: Bundle }) {
  const [offered, setOffered] = useState<Shared>();
  const share = async () => {
    const text = nameOf(bundle);
    const shared = { title: text, text, url: location.origin + paths.leaving(bundle.id) };
    if (!(await shareBySystem(shared))) setOffered(shared);
  };
  return (
    <>
      <Button onClick={() => void share()}>
        <Icon name="share" />
        {bundleMessages.share}
      </Button>
      {offered && (
        <ShareSheet
          shared={offered}
          title={bundleMessages.share}
          onClose={() => setOffered(undefined)}
        />
      )}
    </>
  );
}

function DeleteBundle({ bundleId }: { bundleId: string }) {
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const {
    run: remove,
    isPending,
    isSuccess,
  } = useAction(
    async () => {
      await call(listingCalls.deleteBundle, { params: { bundleId } });
      toast.success(bundleMessages.bundleDeleted);
      void navigate(paths.profile, { replace: true });
    },
    (failure) => {
      toast.error(describeFailure(failure));
      setIsAsking(false);
    },
  );
  return (
    <div>
      <Button
        kind="quiet"
        className="text-danger -ml-3 px-3 text-sm"
        onClick={() => setIsAsking(true)}
      >
        <Icon name="bin" />
        {bundleMessages.deleteBundle}
      </Button>
      <Confirm
        open={isAsking}
        title={`${bundleMessages.deleteBundle}?`}
        cancel={shellMessages.cancel}
        confirm={bundleMessages.confirmDelete}
        busy={isPending || isSuccess}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => remove()}
      >
        {bundleMessages.deleteBundleNote}
      </Confirm>
    </div>
  );
}

function headOf(campus: CampusSettings, bundle: Bundle): PageHead {
  const name = nameOf(bundle);
  const things = bundle.products.map((product) => product.name).join(", ");
  return {
    // Not for search engines, only for visitors with the link.
    ...title(name, { description: things.slice(0, 160), hidden: true })(campus, undefined),
    ...(bundle.products.length > 0 && {
      image: { url: bundleCardUrl(bundle), alt: name, ...cardSize },
    }),
  };
}
