import type { Context } from "../context.ts";
import type { Database, Queries } from "../db/database.ts";
import type { Job } from "../jobs/jobs.ts";
import { createSpeller } from "../search/spellings.ts";
import {
  type Appearance,
  deleteAppearance,
  type FittingAlert,
  lockAppearance,
  markNotified,
  type Met,
  postponeAppearance,
  selectFitting,
  selectNearWords,
} from "./alerts.sql.ts";

/** Seconds between two looks for listings that have appeared. */
const lookEvery = 5;
/** Alerts that one transaction notifies. */
const batch = 500;

/** Events of alerts for rooms to the right, raised in the transaction of the change. */
export type AlertEvents = {
  /** A listing has appeared that these alerts wait for. */
  alertsMatched(
    transaction: Queries,
    listing: Appearance,
    alerts: readonly FittingAlert[],
  ): Promise<void>;
};

type AlertContext = Pick<Context, "db"> & { events: AlertEvents };

export function alertJobs({ db, events }: AlertContext): Job<never>[] {
  const readMet = metBy(db);
  return [
    {
      name: "match-alerts",
      everySeconds: lookEvery,
      async work() {
        while (await matchNext(db, events, readMet));
      },
    },
  ];
}

type ReadMet = ReturnType<typeof metBy>;

/** Notifies of the next listing, or part of them when many wait for it. @returns false when there is none */
async function matchNext(db: Database, events: AlertEvents, readMet: ReadMet): Promise<boolean> {
  let id: string | undefined;
  try {
    await db.transaction(async (transaction) => {
      const appearance = await lockAppearance(transaction);
      if (appearance === undefined) return;
      id = appearance.id;
      const alerts = await fittingAlerts(transaction, appearance, readMet);
      await notify(transaction, events, appearance, alerts);
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
  appearance: Appearance,
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
  appearance: Appearance,
  alerts: readonly FittingAlert[],
): Promise<void> {
  if (alerts.length === 0) return;
  const notified = await markNotified(
    transaction,
    appearance,
    alerts.map(({ id }) => id),
  );
  await events.alertsMatched(
    transaction,
    appearance,
    alerts.filter(({ id }) => notified.has(id)),
  );
}

/** Finds the words of alerts that a listing contains, at the cost of a search. */
function metBy(db: Queries) {
  const spell = createSpeller(db);
  return async (words: readonly string[]): Promise<Met> => {
    const { met, near, ignored, isMistyped } = await spell(words);
    for (const { word, spelling } of await selectNearWords(db, [...near.keys()]))
      if (isMistyped(word, near.get(spelling) ?? [])) met.add(word);
    return { spellings: [...met], ignored, words };
  };
}
