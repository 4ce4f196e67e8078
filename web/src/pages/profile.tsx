import * as savedMessages from "@market/contract/saved/messages";
import * as farewellMessages from "@market/contract/products/farewell-messages";
import * as shellMessages from "@market/contract/shell/messages";
import * as profileMessages from "@market/contract/students/profile-messages";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Link, Navigate } from "react-router";
import { loadOwnProducts, ownProfile } from "../students/own-profile.ts";
import { ProfileCard } from "../students/profile-card.tsx";
import { useSession } from "../identity/session.ts";
import type { LoginState } from "../identity/guard.tsx";
import { useAction } from "../api/use-action.ts";
import { paths } from "../routing/paths.ts";
import { JustListed } from "../selling/just-listed.tsx";
import { OwnListings } from "../selling/own-listings.tsx";
import { lazyWithPreload } from "../browser/lazy-with-preload.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/more-icons.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

const OwnSafety = lazyWithPreload(async () => (await import("../rights/own-safety.tsx")).OwnSafety);

const OwnKey = lazyWithPreload(async () => (await import("../keys/own-key.tsx")).OwnKey);
const ReceivedOffers = lazyWithPreload(
  async () => (await import("../handover/received-offers.tsx")).ReceivedOffers,
);
const ReceivedRequests = lazyWithPreload(
  async () => (await import("../notices/received-requests.tsx")).ReceivedRequests,
);
const AskFirstOfAll = lazyWithPreload(
  async () => (await import("../students/ask-first-of-all.tsx")).AskFirstOfAll,
);
const OwnDeals = lazyWithPreload(async () => (await import("../deals/own-deals.tsx")).OwnDeals);
const BundlesAndAlerts = lazyWithPreload(
  async () => (await import("../bundles/own-bundles.tsx")).BundlesAndAlerts,
);

export function Component() {
  const session = useSession();
  if (session.status !== "signed-in") return null;
  return (
    <div className="content grid grid-cols-1 gap-5 py-4 md:gap-7 md:py-8">
      <ProfileCard user={session.user} />
      <Listings />
      <Suspense>
        <ReceivedRequests />
      </Suspense>
      <Suspense>
        <ReceivedOffers />
      </Suspense>
      <Suspense>
        <OwnDeals />
      </Suspense>
      <Link
        to={paths.saved}
        className="pressable bg-surface border-line hover:border-control rounded-card flex min-h-14 items-center gap-3 border px-4 font-bold"
      >
        <Icon name="heart" className="size-6" />
        {savedMessages.savedItems}
        <Icon name="right" className="ml-auto size-5" />
      </Link>
      <Link
        to={paths.farewell}
        className="pressable bg-surface border-line hover:border-control rounded-card flex min-h-14 items-center gap-3 border px-4 font-bold"
      >
        <Icon name="clock" className="size-6" />
        {farewellMessages.farewellLink}
        <Icon name="right" className="ml-auto size-5" />
      </Link>
      <Suspense>
        <BundlesAndAlerts />
      </Suspense>
      <JustListed still />
      <Suspense>
        <AskFirstOfAll />
      </Suspense>
      <Suspense>
        <OwnKey />
      </Suspense>
      <Suspense>
        <OwnSafety />
      </Suspense>
    </div>
  );
}

const unreachable: LoginState = {
  reason: profileMessages.unreachable,
};

function Listings() {
  const { data: profile, error } = useQuery(ownProfile);
  if (!profile) {
    if (!error) return <ListingsSkeleton />;
    const state = error.message === "unreachable" ? unreachable : null;
    return <Navigate to={paths.login} replace state={state} />;
  }
  const { products } = profile;
  if (typeof products === "string") return <ListingsFailed sentence={products} />;
  return <OwnListings initial={products} />;
}

function ListingsFailed({ sentence }: { sentence: string }) {
  const [products, setProducts] = useState<Awaited<ReturnType<typeof loadOwnProducts>>>();
  const { run: load, isPending } = useAction(async () => setProducts(await loadOwnProducts()));
  if (products) return <OwnListings initial={products} />;
  return (
    <div className="bg-surface border-line rounded-card grid justify-items-center gap-4 border p-8 text-center">
      <p role="alert">{sentence}</p>
      <Button kind="plain" busy={isPending} onClick={() => load()}>
        {shellMessages.tryAgain}
      </Button>
    </div>
  );
}

function ListingsSkeleton() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-6 w-36" />
      <div className="grid gap-3 md:grid-cols-2 md:gap-4 xl:grid-cols-3">
        {["one", "two", "three"].map((place) => (
          <Skeleton key={place} className="h-56 rounded-card" />
        ))}
      </div>
    </div>
  );
}
