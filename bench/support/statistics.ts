/** Pseudo-random numbers from 0 to 1 (mulberry32). */
export function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The quantile of the numbers. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(place)] ?? NaN, sorted[Math.ceil(place)] ?? NaN];
  return low + (high - low) * (place - Math.floor(place));
}

/** The same in whole numbers. */
export const percentile = (values: readonly number[], share: number): number =>
  Math.round(quantile(values, share));

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export type Spread = { median: number; low: number; high: number };

/** The median of all rounds, with a 95 % bootstrap interval. */
export function spreadOf(values: readonly number[], random: () => number): Spread {
  const medians = Array.from({ length: 2000 }, () =>
    median(values.map(() => values[Math.floor(random() * values.length)] ?? NaN)),
  );
  return { median: median(values), low: quantile(medians, 0.025), high: quantile(medians, 0.975) };
}

export const showSpread = ({ median: middle, low, high }: Spread): string =>
  `${middle.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;

export const round = (number: number): number => Number(number.toFixed(1));

export function pick<T>(from: readonly T[], random: () => number): T {
  return from[Math.floor(random() * from.length)] as T;
}
