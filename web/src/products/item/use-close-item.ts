import { useLocation, useNavigate } from "react-router";
import { itemParameter } from "../../routing/paths.ts";

/** Closes an item's dialog: back to where its card was, or to the page below it. */
export function useCloseItem(): () => void {
  const location = useLocation();
  const navigate = useNavigate();
  return () => {
    const isFromCard = (location.state as { isFromCard?: boolean } | null)?.isFromCard;
    if (isFromCard) return void navigate(-1);
    const search = new URLSearchParams(location.search);
    search.delete(itemParameter);
    void navigate({ search: search.toString() }, { replace: true, preventScrollReset: true });
  };
}
