import { messages } from "@market/contract/messages";
import type { Product } from "@market/contract/products";
import { useNavigate } from "react-router";
import { useSession } from "../account/session.ts";
import type { LoginState } from "../account/visitors-only.tsx";
import { paths } from "../paths.ts";
import { buttonClass } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { useIsSaved } from "./saved.ts";

const looks = {
  // A circle of 40 px on a place of 48.
  photo:
    "absolute top-0 right-0 grid size-12 place-items-center rounded-full bg-[#14181fa8] bg-clip-content p-1 text-white",
  bar: buttonClass("plain", "h-14 w-12 shrink-0 px-0"),
} as const;
const logInFirst: LoginState = { reason: messages.logInToSave };

type Props = { product: Product; on: keyof typeof looks };

/** Saves a product for later, or takes it off again; not shown to its seller. */
export function HeartButton({ product, on }: Props) {
  const { _id: productId, name, seller } = product;
  const session = useSession();
  const userId = session.status === "signed-in" ? session.user._id : undefined;
  const isSaved = useIsSaved(productId, userId);
  const navigate = useNavigate();
  if (userId === seller._id) return null;

  const toggle = async () => {
    const { setSaved } = await import("./saved-actions.ts");
    if ((await setSaved(productId, !isSaved)) === "signed-out")
      await navigate(paths.login, { state: logInFirst });
  };
  return (
    <button
      type="button"
      className={`pressable ${looks[on]}`}
      aria-label={messages.save(name)}
      aria-pressed={isSaved}
      onClick={() => void toggle()}
    >
      {on === "photo" ? (
        <Icon
          name="heart"
          className="size-5 in-aria-pressed:fill-current in-aria-pressed:text-[#ff8591]"
        />
      ) : (
        <Icon
          name="heart"
          className="in-aria-pressed:text-heart size-6 in-aria-pressed:fill-current"
        />
      )}
    </button>
  );
}
