/** Milliseconds that clocks in India are ahead of UTC; there is no summer time. */
const ahead = 5.5 * 3_600_000;
const dayLength = 86_400_000;

/** @returns the day in India, YYYY-MM-DD. @param back days before the given time */
export const dayInIndia = (time = Date.now(), back = 0): string =>
  new Date(time + ahead - back * dayLength).toISOString().slice(0, 10);

/** @returns the first millisecond of a day in India, and the first after it */
export function boundsOf(day: string): [from: number, until: number] {
  const from = Date.parse(`${day}T00:00:00+05:30`);
  return [from, from + dayLength];
}
