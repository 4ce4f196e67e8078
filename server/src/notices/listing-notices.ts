import { dayAndMonthOf } from "@market/contract/dates";
import { askAfterDays } from "@market/contract/limits";
import * as farewellMessages from "@market/contract/products/farewell-messages";
import * as noticeMessages from "@market/contract/notices/listing-messages";
import { formatPrice } from "@market/contract/price";
import sql, { type Sql } from "sql-template-tag";
import type { Context } from "../context.ts";
import type { Database, Queries } from "../db/database.ts";
import {
  type AgedListing,
  type EndedReservation,
  markAged,
} from "../products/lifetime/lifetime.sql.ts";
import { markFarewells, markLastSemester } from "../products/lifetime/leaving.sql.ts";
import { daysLeft, noticeCutoff } from "../products/lifetime/lifetime.ts";
import { selectSavers } from "../products/saved.sql.ts";
import { confirmOf, removeOf, renewOf, soldOf } from "./listing-actions.ts";
import { addNotices, type NewNotice } from "./notices.sql.ts";

/** Notifies the students who have saved a listing that it costs less, once for each price. */
export async function notifyOfPriceDrop(transaction: Queries, productId: string): Promise<void> {
  const savers = await selectSavers(transaction, productId);
  await addNotices(
    transaction,
    savers.map(({ userId, name, price, before }) => ({
      userId,
      kind: "price-drop",
      text: noticeMessages.priceDropped(name, formatPrice(price), formatPrice(before)),
      productId,
      dedupeKey: `price-drop ${productId} ${price}`,
    })),
  );
}

export function notifyOfReservations(
  transaction: Queries,
  ended: readonly EndedReservation[],
): Promise<void> {
  return addNotices(
    transaction,
    ended.map(({ id, sellerId, name, at }) => ({
      userId: sellerId,
      kind: "reservation-over",
      text: noticeMessages.reservationOver(name),
      productId: id,
      actions: [soldOf(id)],
      dedupeKey: `reservation-over ${id} ${at}`,
    })),
  );
}

/** Warns sellers of listings that expire soon, and asks whether others are still available. */
export async function remindSellers({ config, db }: Pick<Context, "config" | "db">): Promise<void> {
  const expiring = noticeCutoff(config);
  if (expiring !== undefined)
    await notifyAged(db, "told_at", expiring, (ended) => ({
      kind: "expires-soon",
      text: noticeMessages.expiresSoon(
        ended.name,
        daysLeft(config, ended.aliveAt.getTime(), ended.now.getTime()),
      ),
      actions: [renewOf(ended.id), soldOf(ended.id), removeOf(ended.id)],
    }));
  const unpromptedSince = sql`now() - make_interval(days => ${askAfterDays})`;
  await notifyAged(db, "asked_at", unpromptedSince, (ended) => ({
    kind: "still-available",
    text: noticeMessages.stillThere(ended.name),
    actions: [confirmOf(ended.id), soldOf(ended.id), removeOf(ended.id)],
  }));
}

/** Asks students who leave soon what happens with their listings, once for each day of leaving, and those of the last semester when they leave. */
export const askLeavers = ({ db }: Pick<Context, "db">): Promise<void> =>
  db.transaction(async (transaction) => {
    const leavers = await markFarewells(transaction);
    await addNotices(
      transaction,
      leavers.map(({ userId, day, count }) => ({
        userId,
        kind: "farewell",
        text: farewellMessages.open(dayAndMonthOf(day), count),
        actions: [
          { name: "decide", label: farewellMessages.decide, method: "GET", path: "/farewell" },
        ],
        dedupeKey: `farewell:${day}`,
      })),
    );
    await addNotices(
      transaction,
      (await markLastSemester(transaction)).map((userId) => ({
        userId,
        kind: "farewell",
        text: farewellMessages.lastSemester,
        actions: [
          { name: "decide", label: farewellMessages.sayWhen, method: "GET", path: "/farewell" },
        ],
        dedupeKey: "farewell:last-semester",
      })),
    );
  });

async function notifyAged(
  db: Database,
  mark: "told_at" | "asked_at",
  cutoff: Sql,
  notice: (ended: AgedListing) => Pick<NewNotice, "kind" | "text" | "actions">,
): Promise<void> {
  for (let isMore = true; isMore;)
    isMore = await db.transaction(async (transaction) => {
      const aged = await markAged(transaction, mark, cutoff);
      await addNotices(
        transaction,
        aged
          .filter(({ isDue }) => isDue)
          .map((ended) => ({
            ...notice(ended),
            userId: ended.sellerId,
            productId: ended.id,
            dedupeKey: `${mark} ${ended.id} ${ended.at}`,
          })),
      );
      return aged.length > 0;
    });
}
