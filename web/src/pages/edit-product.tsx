import { useQuery } from "@tanstack/react-query";
import * as sellingMessages from "@market/contract/products/selling-messages";
import * as shellMessages from "@market/contract/shell/messages";
import { Link, useParams } from "react-router";
import { useSession } from "../identity/session.ts";
import { paths } from "../routing/paths.ts";
import { useChange } from "../api/queries.ts";
import { EditForm, notify } from "../selling/edit-form.tsx";
import { loadForEdit } from "../selling/edit-load.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Loading } from "../ui/loading.tsx";

export function Component() {
  const { productId = "" } = useParams();
  const session = useSession();
  const caller = session.status === "signed-in" ? session.user._id : "";
  const queryKey = ["own", "edit", productId, caller];
  const { data: load, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const found = await loadForEdit(productId, caller);
      if ("failure" in found && !signal.aborted) notify("error", found.failure);
      return found;
    },
    // The form starts with the stored values, and is not updated from then on.
    gcTime: 0,
    staleTime: "static",
  });
  const change = useChange<typeof load>(queryKey);

  if (!load) return <Loading label={shellMessages.loading} />;
  return (
    <div className="content max-w-[720px] py-6 md:py-10">
      <h1 className="mb-6 text-2xl font-bold">{sellingMessages.editTitle}</h1>
      {"product" in load ? (
        <EditForm
          key={`${load.product._id} ${load.product.version}`}
          product={load.product}
          onUseLatest={(product) => change(() => ({ product }))}
        />
      ) : (
        <NotLoaded isPassing={load.isPassing} onRetry={() => void refetch()} />
      )}
    </div>
  );
}

function NotLoaded({ isPassing, onRetry }: { isPassing: boolean; onRetry: () => void }) {
  return (
    <div className="bg-surface border-line rounded-card grid justify-items-center gap-4 border p-8 text-center">
      <p className="text-muted max-w-[40ch]">
        {isPassing ? sellingMessages.editUnreachable : sellingMessages.nothingToEdit}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        {isPassing && <Button onClick={onRetry}>{shellMessages.tryAgain}</Button>}
        <Link to={paths.profile} className={buttonClass("plain")}>
          {sellingMessages.backToProfile}
        </Link>
      </div>
    </div>
  );
}
