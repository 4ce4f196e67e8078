import * as calls from "@market/contract/calls";
import { similarMost } from "@market/contract/limits";
import { moreFromSeller } from "@market/contract/messages/notices";
import type { Product } from "@market/contract/products";
import { useEffect, useState } from "react";
import { currentSession, useSession } from "../../account/session/session.ts";
import { call } from "../../api/client.ts";
import { Similar } from "./similar.tsx";

type Props = { product: Product; small?: boolean };

/** For signed-in students. */
export function MoreFromSeller({ product, small }: Props) {
  const { _id: productId, seller } = product;
  const isSignedIn = useSession().status === "signed-in";
  const [found, setFound] = useState<{ of: string; products: readonly Product[] }>();
  const of = seller._id;
  useEffect(() => {
    const session = currentSession();
    if (!isSignedIn || session.status !== "signed-in") return undefined;
    const leaving = new AbortController();
    const ask = async () => {
      // The call is public without a seller, and would not wait for a token.
      const token = await session.user.getIdToken();
      const query = { seller: of, limit: similarMost + 1 };
      const products = await call(calls.listProducts, { query, token, signal: leaving.signal });
      setFound({ of, products });
    };
    ask().catch((failure: unknown) => {
      if (!leaving.signal.aborted) console.warn("More of the seller could not be had", failure);
    });
    return () => leaving.abort();
  }, [of, isSignedIn]);
  if (!isSignedIn || found?.of !== of) return null;
  const others = found.products.filter(({ _id }) => _id !== productId).slice(0, similarMost);
  return <Similar products={others} title={moreFromSeller} small={small} />;
}
