import * as moderationMessages from "@market/contract/moderation/messages";
import type { Product } from "@market/contract/products/product";
import { reportFeedback } from "@market/contract/notices/messages";
import { Suspense, useState } from "react";
import { useNavigate } from "react-router";
import type { LoginState } from "../identity/guard.tsx";
import { settledSession, useSession } from "../identity/session.ts";
import { paths } from "../routing/paths.ts";
import { lazyWithPreload } from "../browser/lazy-with-preload.ts";
import { buttonClass } from "../ui/button.tsx";
import { LostDialog } from "../ui/lost-dialog.tsx";
import { Icon } from "../ui/more-icons.tsx";

const ReportDialog = lazyWithPreload(
  async () => (await import("./report-dialog.tsx")).ReportDialog,
  LostDialog,
);

type Props = { product: Product; of?: "listing" | "student"; label?: string; className?: string };

/** Opens the report dialog; not shown to the seller (D22). */
export function ReportButton({
  product,
  of = "listing",
  label,
  className = "-ml-3 justify-self-start self-start",
}: Props) {
  const session = useSession();
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  if (session.status === "signed-in" && session.user._id === product.seller._id) return null;
  const open = async () => {
    if ((await settledSession()).status === "signed-in") return setIsOpen(true);
    const { name, images, price } = product;
    const state: LoginState = {
      reason: moderationMessages.logInToReport,
      item: { name, images, price },
    };
    await navigate(paths.login, { state });
  };
  return (
    <>
      <button
        type="button"
        aria-label={label}
        className={buttonClass("quiet", `text-muted px-3 ${className}`)}
        onPointerEnter={() => void ReportDialog.preload()}
        onClick={() => void open()}
      >
        <Icon name="alert" />
        {moderationMessages.report}
      </button>
      {isOpen && (
        <Suspense>
          <ReportDialog of={{ product }} first={of} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

export function ReportFeedback({ dealId }: { dealId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={buttonClass("quiet", "text-muted -ml-3 justify-self-start px-3")}
        onPointerEnter={() => void ReportDialog.preload()}
        onClick={() => setIsOpen(true)}
      >
        <Icon name="alert" />
        {reportFeedback}
      </button>
      {isOpen && (
        <Suspense>
          <ReportDialog of={{ dealId }} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
