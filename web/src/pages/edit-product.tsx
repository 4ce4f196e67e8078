import { messages } from "@market/contract/messages";
import { useCallback, useEffect, useState } from "react";
import { useParams } from "react-router";
import { useSession } from "../account/session.ts";
import { paths } from "../paths.ts";
import { EditForm, notify } from "../products/edit-form.tsx";
import { type EditLoad, loadForEdit } from "../products/edit-load.ts";
import { Link } from "../router/link.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { Loading } from "../ui/loading.tsx";

export function Component() {
  const { productId = "" } = useParams();
  const session = useSession();
  const caller = session.status === "signed-in" ? session.user._id : "";
  const [load, setLoad] = useState<EditLoad>();

  const read = useCallback(
    async (isWanted: () => boolean) => {
      const found = await loadForEdit(productId, caller);
      if (!isWanted()) return;
      setLoad(found);
      if ("failure" in found) notify("error", found.failure);
    },
    [productId, caller],
  );
  useEffect(() => {
    let isShown = true;
    void read(() => isShown);
    return () => {
      isShown = false;
    };
  }, [read]);

  if (!load) return <Loading label={messages.loading} />;
  return (
    <div className="content max-w-[720px] py-6 md:py-10">
      <h1 className="mb-6 text-2xl font-bold">Edit product</h1>
      {"product" in load ? (
        <EditForm
          key={`${load.product._id} ${load.product.version}`}
          product={load.product}
          onTake={(product) => setLoad({ product })}
        />
      ) : (
        <NotLoaded isPassing={load.isPassing} onRetry={() => read(() => true)} />
      )}
    </div>
  );
}

function NotLoaded({ isPassing, onRetry }: { isPassing: boolean; onRetry: () => Promise<void> }) {
  const [isBusy, setIsBusy] = useState(false);
  const retry = async () => {
    setIsBusy(true);
    await onRetry();
    setIsBusy(false);
  };
  return (
    <div className="bg-surface border-line rounded-card grid justify-items-center gap-4 border p-8 text-center">
      <p className="text-muted max-w-[40ch]">
        {isPassing
          ? "Your listing could not be reached just now."
          : "There is nothing to edit here. The listing may be gone, or it is not one of yours."}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        {isPassing && (
          <Button busy={isBusy} onClick={() => void retry()}>
            {messages.tryAgain}
          </Button>
        )}
        <Link to={paths.profile} className={buttonClass("plain")}>
          Back to your profile
        </Link>
      </div>
    </div>
  );
}
