import { useLocation } from "react-router";
import { useHydrated } from "../browser/hydrated.tsx";

/** The address's query; empty until the page is hydrated, since documents are the same for every query. */
export function useQuery(): URLSearchParams {
  const isHydrated = useHydrated();
  const { search } = useLocation();
  return new URLSearchParams(isHydrated ? search : "");
}
