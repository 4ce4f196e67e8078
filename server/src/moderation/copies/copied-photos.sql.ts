import { copiedPhotoBits } from "@market/contract/limits";
import sql, { join, raw } from "sql-template-tag";
import type { Queries } from "../../db/database.ts";

/** A photo of a listing that another account posted before. */
export type Copy = {
  userId: string;
  copiedAt: Date;
  firstUserId: string;
  firstProductId: string;
  createdAt: Date;
};

/** The bands, written as in the four indexes: PostgreSQL uses an index only for the same expression, without parameters. */
const bands = [
  "bits & 65535",
  "(bits >> 16) & 65535",
  "(bits >> 32) & 65535",
  "(bits >> 48) & 65535",
];
const bandOf = (table: "mine" | "theirs", band: string) =>
  raw(band.replace("bits", `${table}.bits`));

/** One of the four bands is the same, which an index finds, and few bits differ. */
const looksTheSame = sql`(${join(
  bands.map((band) => sql`(${bandOf("theirs", band)}) = (${bandOf("mine", band)})`),
  " or ",
)}) and bit_count((theirs.bits # mine.bits)::bit(64)) <= ${copiedPhotoBits}`;

/**
 * Selects the photo of a listing that another account posted first, and no third one. It passes over two accounts that have
 * dealt with each other, handed a listing over or had such a case, and a first listing of which such a case is open.
 */
export async function selectCopy(db: Queries, productId: string): Promise<Copy | undefined> {
  const [copy] = await db.query<Copy>(sql`
    with found as (
      select photo.id, photo.owner_id as user_id, photo.created_at as copied_at,
        other.owner_id as first_user_id, other.product_id as first_product_id, other.created_at
      from photos photo
        join photo_fingerprints mine on mine.photo_id = photo.id
        join photo_fingerprints theirs on ${looksTheSame}
        join photos other on other.id = theirs.photo_id
      where photo.product_id = ${productId} and other.product_id is not null and other.owner_id <> photo.owner_id
    )
    select user_id as "userId", copied_at as "copiedAt", first_user_id as "firstUserId",
      first_product_id as "firstProductId", created_at as "createdAt"
    from found
    where created_at < copied_at
      and (select count(distinct same.first_user_id) from found same where same.id = found.id) = 1
      and not exists (select from copied_photos known
        where least(known.first_user_id, known.user_id) = least(found.first_user_id, found.user_id)
          and greatest(known.first_user_id, known.user_id) = greatest(found.first_user_id, found.user_id))
      and not exists (select from copied_photos known join cases one on one.id = known.case_id
        where known.first_product_id = found.first_product_id and one.closed_at is null)
      and not exists (select from deals deal where deal.confirmed_at is not null and deal.refused_at is null
        and (deal.seller_id, deal.buyer_id) in ((found.user_id, found.first_user_id), (found.first_user_id, found.user_id)))
      and not exists (select from handovers handover where handover.state = 'accepted' and (handover.giver_id, handover.taker_id)
        in ((found.user_id, found.first_user_id), (found.first_user_id, found.user_id)))
    order by created_at, first_product_id limit 1`);
  return copy;
}

/** @throws copied_photos_pair when the two accounts have such a case already */
export async function insertCopy(
  transaction: Queries,
  caseId: string,
  { userId, copiedAt, firstUserId, firstProductId, createdAt }: Copy,
): Promise<void> {
  await transaction.query(sql`
    insert into copied_photos (case_id, first_user_id, first_product_id, created_at, user_id, copied_at)
    values (${caseId}, ${firstUserId}, ${firstProductId}, ${createdAt}, ${userId}, ${copiedAt})`);
}
