import type { Context } from "../context.ts";
import type { Database, Queries } from "../db/database.ts";
import type { Job } from "../jobs/jobs.ts";
import { createSpeller } from "../search/spellings.ts";
import {
  type ListingToMatch,
  deleteAppearance,
  type FittingAlert,
  lockAppearance,
  markNotified,
  type Match,
  type MatchWords,
  postponeAppearance,
  selectFitting,
  selectNearWords,
  selectWaiting,
  takeWaiting,
} from "./alerts.sql.ts";

/** Seconds between two looks for listings that have appeared. */
const lookEvery = 5;
const batch = 500;

/** Events of alerts for rooms to the right, raised in the transaction of the change. */
export type AlertEvents = {
  /** Listings have appeared that these alerts wait for. */
  alertsMatched(transaction: Queries, announced: readonly Announced[]): Promise<void>;
};

/** `more` listings have also appeared, after the alert's previous notice. */
export type Announced = Match & { more: number };

type AlertContext = Pick<Context, "db"> & { events: AlertEvents };

export function alertJobs({ db, events }: AlertContext): Job<never>[] {
  const readMet = metBy(db);
  return [
    {
      name: "match-alerts",
      everySeconds: lookEvery,
      anyClock: true,
      async work() {
        while (await matchNext(db, events, readMet));
      },
    },
    {
      name: "tell-waiting-matches",
      // 09:00 to 21:00 on the campus, in case the market was down in the morning.
      cron: "30 3-15 * * *",
      async work() {
        while (await notifyWaiting(db, events));
      },
    },
  ];
}

type ReadMet = ReturnType<typeof metBy>;

/** Notifies students of the next listing, a batch at a time. @returns false when there is none */
async function matchNext(db: Database, events: AlertEvents, readMet: ReadMet): Promise<boolean> {
  let id: string | undefined;
  try {
    await db.transaction(async (transaction) => {
      const appearance = await lockAppearance(transaction);
      if (appearance === undefined) return;
      id = appearance.id;
      const alerts = await fittingAlerts(transaction, appearance, readMet);
      const { productId, name, pricePaise, day } = appearance;
      const listing = { productId, name, pricePaise, day };
      await notify(
        transaction,
        events,
        alerts.map((alert) => ({ ...alert, ...listing })),
      );
      if (alerts.length < batch) await deleteAppearance(transaction, id);
    });
  } catch (error) {
    if (id !== undefined) await postponeAppearance(db, id);
    throw error;
  }
  return id !== undefined;
}

async function fittingAlerts(
  transaction: Queries,
  appearance: ListingToMatch,
  readMet: ReadMet,
): Promise<FittingAlert[]> {
  const { words, wordsUntilThen } = appearance;
  if (words.length === 0) return [];
  const now = await readMet(words);
  const untilThen = wordsUntilThen === null ? undefined : await readMet(wordsUntilThen);
  return selectFitting(transaction, appearance, { now, untilThen }, batch);
}

async function notify(
  transaction: Queries,
  events: AlertEvents,
  matches: readonly Match[],
): Promise<void> {
  if (matches.length === 0) return;
  const notified = await markNotified(transaction, matches);
  const announced = matches.filter(({ id }) => notified.has(id));
  const more = await takeWaiting(transaction, announced);
  await events.alertsMatched(
    transaction,
    announced.map((match) => ({ ...match, more: more.get(match.id) ?? 0 })),
  );
}

/** Announces listings that appeared after an alert's notice of an earlier day. @returns false if none are waiting */
const notifyWaiting = (db: Database, events: AlertEvents): Promise<boolean> =>
  db.transaction(async (transaction) => {
    const matches = await selectWaiting(transaction, batch);
    await notify(transaction, events, matches);
    return matches.length > 0;
  });

/** Finds the words of alerts that a listing contains, at the cost of a search. */
function metBy(db: Queries) {
  const spell = createSpeller(db);
  return async (words: readonly string[]): Promise<MatchWords> => {
    const { met, near, ignored, isMistyped } = await spell(words);
    for (const { word, spelling } of await selectNearWords(db, [...near.keys()]))
      if (isMistyped(word, near.get(spelling) ?? [])) met.add(word);
    return { spellings: [...met], ignored, words };
  };
}
