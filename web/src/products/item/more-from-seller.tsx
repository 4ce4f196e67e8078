import * as calls from "@market/contract/lists/calls";
import { similarMost } from "@market/contract/limits";
import { moreFromSeller } from "@market/contract/notices/messages";
import type { Product } from "@market/contract/products/product";
import { currentSession, useSession } from "../../identity/session.ts";
import { call } from "../../api/client.ts";
import { useFetch } from "../../browser/use-fetch.ts";
import { Similar } from "./similar.tsx";

type Props = { product: Product; small?: boolean };

/** For signed-in students. */
export function MoreFromSeller({ product, small }: Props) {
  const { _id: productId, seller } = product;
  const isSignedIn = useSession().status === "signed-in";
  const of = seller._id;
  const { data: found } = useFetch(
    async (signal) => {
      const session = currentSession();
      if (session.status !== "signed-in") return undefined;
      // The call is public without a seller, and would not wait for a token.
      const token = await session.user.getIdToken();
      const query = { seller: of, limit: similarMost + 1 };
      return { of, products: await call(calls.listProducts, { query, token, signal }) };
    },
    { key: of, skip: !isSignedIn, warning: "More of the seller could not be had" },
  );
  if (!isSignedIn || found?.of !== of) return null;
  const others = found.products.filter(({ _id }) => _id !== productId).slice(0, similarMost);
  return <Similar products={others} title={moreFromSeller} small={small} />;
}
