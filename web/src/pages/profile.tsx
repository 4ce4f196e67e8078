import { messages } from "@market/contract/messages";
import { Suspense, use, useState, useTransition } from "react";
import { Navigate, useLoaderData } from "react-router";
import { loadOwnProducts, loadOwnProfile, type ProfileLoad } from "../account/own-profile.ts";
import { ProfileCard } from "../account/profile-card.tsx";
import { useSession } from "../account/session.ts";
import type { LoginState } from "../account/visitors-only.tsx";
import { describeFailure } from "../api/failure.ts";
import { paths } from "../paths.ts";
import { OwnListings } from "../products/own-listings.tsx";
import { Link } from "../router/link.tsx";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { toast } from "../ui/toast.ts";

/** Starts the reads and lets the page open meanwhile with what the session already knows. */
export function loader(): { load: Promise<ProfileLoad> } {
  return { load: loadOwnProfile() };
}

export function Component() {
  const session = useSession();
  const { load } = useLoaderData<typeof loader>();
  if (session.status !== "signed-in") return null;
  return (
    <div className="content grid grid-cols-1 gap-8 py-6 md:py-10">
      <ProfileCard user={session.user} />
      <Link
        to={paths.saved}
        className="pressable bg-surface border-line hover:border-control rounded-card flex min-h-14 items-center gap-3 border px-4 font-bold"
      >
        <Icon name="heart" className="size-6" />
        {messages.savedItems}
        <Icon name="right" className="ml-auto size-5" />
      </Link>
      <Suspense fallback={<ListingsSkeleton />}>
        <Listings load={load} />
      </Suspense>
    </div>
  );
}

const unreachable: LoginState = {
  reason: "Your profile could not be reached. Please check your connection and log in again.",
};

function Listings({ load }: { load: Promise<ProfileLoad> }) {
  const result = use(load);
  if ("failure" in result) {
    return (
      <Navigate
        to={paths.login}
        replace
        state={result.failure === "unreachable" ? unreachable : null}
      />
    );
  }
  const { products } = result.profile;
  return typeof products === "string" ? (
    <ListingsFailed sentence={products} />
  ) : (
    <OwnListings initial={products} />
  );
}

function ListingsFailed({ sentence }: { sentence: string }) {
  const [products, setProducts] = useState<Awaited<ReturnType<typeof loadOwnProducts>>>();
  const [isTrying, tryAgain] = useTransition();
  if (products) return <OwnListings initial={products} />;

  const load = () =>
    tryAgain(async () => {
      try {
        setProducts(await loadOwnProducts());
      } catch (failure) {
        toast.error(describeFailure(failure));
      }
    });
  return (
    <div className="bg-surface border-line rounded-card grid justify-items-center gap-4 border p-8 text-center">
      <p role="alert">{sentence}</p>
      <Button kind="plain" busy={isTrying} onClick={load}>
        Try again
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
