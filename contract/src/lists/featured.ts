import { homeGrid } from "../limits.ts";

/** Featured products share none with the latest, as long as there are enough (R095, R098). */
export function featuredOf<P extends { _id: string }>(
  random: readonly P[],
  latest: readonly P[],
): P[] {
  const isLatest = ({ _id }: P) => latest.some((product) => product._id === _id);
  const apart = random.filter((product) => !isLatest(product));
  return [...apart, ...random.filter(isLatest)].slice(0, homeGrid);
}
