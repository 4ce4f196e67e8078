import * as cardsMessages from "@market/contract/cards/messages";
import type { Product } from "@market/contract/products/product";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { useSession } from "../identity/session.ts";
import type { LoginState } from "../identity/guard.tsx";
import { describeFailure } from "../api/api-error.ts";
import { paths } from "../routing/paths.ts";
import { buttonClass } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { toast } from "../ui/toast.ts";
import { useIsSaved } from "./saved.ts";

const looks = {
  // A circle of 32 px in a hit area of 48.
  photo:
    "absolute top-0 right-0 grid size-12 place-items-center rounded-full bg-shade bg-clip-content p-2 text-white",
  bar: buttonClass("plain", "h-14 w-12 shrink-0 px-0"),
} as const;
const hearts = {
  photo: "size-4.5 in-aria-pressed:text-[#ff8591]",
  bar: "in-aria-pressed:text-heart size-6",
};

const importActions = () => import("./saved-actions.ts");
/** The student whose saved listings this page has fetched. */
let refreshedFor: string | undefined;

type Props = { product: Product; on: keyof typeof looks };

export function HeartButton({ product, on }: Props) {
  const { _id: productId, name, images, price, seller } = product;
  const session = useSession();
  const userId = session.status === "signed-in" ? session.user._id : undefined;
  const isSaved = useIsSaved(productId, userId);
  useEffect(() => {
    if (userId === undefined || userId === refreshedFor) return;
    refreshedFor = userId;
    importActions().then(
      ({ refreshSaved }) => void refreshSaved(),
      () => (refreshedFor = undefined),
    );
  }, [userId]);
  const navigate = useNavigate();
  if (userId === seller._id) return null;

  const toggle = async () => {
    try {
      const { setSaved } = await importActions();
      if ((await setSaved(productId, !isSaved, name)) === "signed-out")
        await navigate(paths.login, {
          state: {
            reason: cardsMessages.logInToSave,
            item: { name, images, price },
          } satisfies LoginState,
        });
    } catch (failure) {
      toast.error(describeFailure(failure));
    }
  };
  return (
    <button
      type="button"
      className={`pressable ${looks[on]}`}
      aria-label={cardsMessages.save(name)}
      aria-pressed={isSaved}
      onClick={() => void toggle()}
    >
      <Icon name="heart" className={`in-aria-pressed:fill-current ${hearts[on]}`} />
    </button>
  );
}
