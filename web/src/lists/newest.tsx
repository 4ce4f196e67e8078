import * as calls from "@market/contract/lists/calls";
import * as shellMessages from "@market/contract/shell/messages";
import { useQuery } from "@tanstack/react-query";
import { call } from "../api/client.ts";
import { Similar } from "../products/item/similar.tsx";

const most = 4;

/** A row of the newest items below a page that is nearly empty (R1139). */
export function Newest({ except = [] }: { except?: readonly string[] }) {
  const { data: products = [] } = useQuery({
    queryKey: ["newest"],
    queryFn: ({ signal }) =>
      call(calls.listProducts, { query: { sort: "newest", limit: 2 * most }, signal }),
  });
  const shown = products.filter(({ _id, isSold }) => !isSold && !except.includes(_id));
  return <Similar title={shellMessages.newListings} products={shown.slice(0, most)} />;
}
