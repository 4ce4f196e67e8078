import * as calls from "@market/contract/lists/calls";
import { useQuery } from "@tanstack/react-query";
import { similarMost } from "@market/contract/limits";
import { moreFromSeller } from "@market/contract/notices/messages";
import type { Product } from "@market/contract/products/product";
import { getIdToken, useSession } from "../../identity/session.ts";
import { call } from "../../api/client.ts";
import { Similar } from "./similar.tsx";

type Props = { product: Product; small?: boolean };

/** Other listings of the seller, for signed-in students. */
export function MoreFromSeller({ product, small }: Props) {
  const { _id: productId, seller } = product;
  const isSignedIn = useSession().status === "signed-in";
  const { data: products } = useQuery({
    queryKey: ["own", "more-from-seller", seller._id],
    queryFn: async ({ signal }) => {
      // The call is public without a seller, and would not wait for a token.
      const token = await getIdToken();
      const query = { seller: seller._id, limit: similarMost + 1 };
      return call(calls.listProducts, { query, token, signal });
    },
    enabled: isSignedIn,
  });
  if (!isSignedIn || !products) return null;
  const others = products.filter(({ _id }) => _id !== productId).slice(0, similarMost);
  return <Similar products={others} title={moreFromSeller} small={small} />;
}
