import sql, { type Sql } from "sql-template-tag";
import type { Queries } from "../db/database.ts";
import { isoTime } from "../db/iso-time.ts";
import { allReveals } from "../deals/reveals.sql.ts";

const listOf = (rows: Sql) => sql`(select coalesce(json_agg(row), '[]') from (${rows}) row)`;

/** Selects all stored data of a student as JSON; of others only ids of listings and students (D21). */
export async function selectExport(db: Queries, userId: string): Promise<string | undefined> {
  const [row] = await db.query<{ json: string }>(sql`
    select json_build_object(
      'profile', json_build_object('_id', student.id, 'name', student.name, 'email', identity.email,
        'phone', student.phone, 'country', student.country, 'course', student.course,
        'semester', student.semester, 'bio', student.bio, 'avatar', student.avatar,
        'registeredAt', ${isoTime(sql`student.created_at`)},
        'leavingOn', (select leaving_on from leavers where user_id = student.id),
        'rulesSeenAt', ${isoTime(sql`student.rules_seen_at`)}),
      'listings', ${listOf(sql`
        select product.id as "_id", product.name, product.price_paise / 100.0 as price, product.description,
          product.category, product.condition, product.location_type as "locationType", product.address,
          ${isoTime(sql`product.created_at`)} as "createdAt", ${isoTime(sql`product.sold_at`)} as "soldAt",
          ${isoTime(sql`product.confirmed_at`)} as "confirmedAt",
          product.hidden_at is not null as hidden, product.drafted, product.negotiable,
          product.available_from as "availableFrom", ${isoTime(sql`product.reserved_until`)} as "reservedUntil",
          ${isoTime(sql`product.expired_at`)} as "expiredAt", ${isoTime(sql`product.resting_at`)} as "pausedAt",
          product.resting_because as "pausedBecause",
          (select until from kept_listings kept where kept.product_id = product.id) as "keptUntil",
          (select coalesce(json_agg(json_build_object('price', change.price_paise / 100.0,
            'until', ${isoTime(sql`change.changed_at`)}) order by change.changed_at), '[]')
            from price_changes change where change.product_id = product.id) as "earlierPrices",
          array(select photo.id || '.webp' from photos photo where photo.product_id = product.id
            order by photo.position) as photos
        from products product where product.seller_id = student.id order by product.id`)},
      'deletedListings', ${listOf(sql`
        select product_id as "_id", product ->> 'name' as name, (product ->> 'price_paise')::int / 100.0 as price,
          product ->> 'description' as description, product ->> 'address' as address,
          ${isoTime(sql`deleted_at`)} as "deletedAt"
        from deleted_listings where seller_id = student.id order by deleted_at`)},
      'bundles', ${listOf(sql`
        select id, place, leaving_on as "leavingOn", ${isoTime(sql`created_at`)} as "createdAt",
          array(select product_id from bundle_products where bundle_id = bundles.id order by position) as "productIds"
        from bundles where seller_id = student.id order by id`)},
      'alerts', ${listOf(sql`
        select q, category, condition, location_type as "locationType", price_range as "priceRange",
          ${isoTime(sql`created_at`)} as "createdAt", ${isoTime(sql`told_at`)} as "toldAt"
        from alerts where user_id = student.id order by id`)},
      'saved', ${listOf(sql`
        select product_id as "productId", ${isoTime(sql`saved_at`)} as "savedAt"
        from saved_products where user_id = student.id order by saved_at`)},
      'contactsMade', ${listOf(sql`
        select day, product_id as "productId", count(*)::int as count
        from ${allReveals} where user_id = student.id group by 1, 2 order by 1, 2`)},
      'contactsReceived', ${listOf(sql`
        select day, product_id as "productId", count(*)::int as count
        from ${allReveals} where seller_id = student.id group by 1, 2 order by 1, 2`)},
      'reports', ${listOf(sql`
        select receipt, reason, details, product_id as "productId", user_id as "userId",
          ${isoTime(sql`created_at`)} as "createdAt"
        from reports where reporter_id = student.id order by id`)},
      'notices', ${listOf(sql`
        select action, note, product_id as "productId", ${isoTime(sql`created_at`)} as "createdAt", appeal,
          (select appeal_text from cases where appeal_against = decisions.id) as "appealText"
        from decisions where user_id = student.id order by id`)},
      'outcomes', ${listOf(sql`
        select product_id as "productId", ${isoTime(sql`contacted_at`)} as "contactedAt", replied, bought
        from outcomes where buyer_id = student.id order by contacted_at`)},
      'saidSold', ${listOf(sql`
        select product_id as "productId", kind as says, ${isoTime(sql`said_at`)} as "saidAt"
        from listing_doubts where buyer_id = student.id order by said_at`)},
      'deals', ${listOf(sql`
        select deal.id, deal.product_id as "productId",
          case when deal.seller_id = student.id then deal.name end as name,
          case when deal.seller_id = student.id then 'seller' else 'buyer' end as role,
          ${isoTime(sql`deal.created_at`)} as "createdAt", ${isoTime(sql`deal.confirmed_at`)} as "confirmedAt"
        from deals deal where student.id in (deal.seller_id, deal.buyer_id) order by deal.id`)},
      'feedbackGiven', ${listOf(sql`
        select deal_id as "dealId", good, tags, text, ${isoTime(sql`created_at`)} as "createdAt"
        from feedback where author_id = student.id order by created_at`)},
      'feedbackReceived', ${listOf(sql`
        select deal_id as "dealId", good, tags, reply from feedback
        where about_id = student.id and removed_at is null and shown_at <= now() order by created_at`)},
      'told', ${listOf(sql`
        select kind, case when about_id is null then text end as text,
          coalesce(product_id, listing_id) as "productId",
          ${isoTime(sql`created_at`)} as "createdAt", ${isoTime(sql`read_at`)} as "readAt"
        from notices where user_id = student.id order by id`)},
      'noticeMails', ${listOf(sql`
        select ${isoTime(sql`off_at`)} as "offAt", ${isoTime(sql`digest_at`)} as "lastDigestAt"
        from notice_mails where user_id = student.id`)},
      'pushedTo', ${listOf(sql`
        select endpoint, ${isoTime(sql`created_at`)} as "createdAt"
        from push_subscriptions where user_id = student.id order by created_at`)},
      'noticesTurnedOff', ${listOf(sql`
        select kind from notices_off where user_id = student.id order by kind`)},
      'blocked', ${listOf(sql`
        select blocked_id as "userId", ${isoTime(sql`created_at`)} as "createdAt"
        from blocks where blocker_id = student.id order by created_at`)},
      'key', (select json_build_object('createdAt', ${isoTime(sql`created_at`)})
        from listing_keys where user_id = student.id and product_id is null),
      'handovers', ${listOf(sql`
        select id, product_id as "productId", case when giver_id = student.id then name end as name,
          case when giver_id = student.id then 'giver' else 'taker' end as role, state,
          ${isoTime(sql`created_at`)} as "createdAt", ${isoTime(sql`ended_at`)} as "endedAt"
        from handovers where student.id in (giver_id, taker_id) order by id`)},
      'contactRequests', ${listOf(sql`
        select id, product_id as "productId", case when seller_id = student.id then name end as name,
          case when buyer_id = student.id then 'buyer' else 'seller' end as role, state,
          ${isoTime(sql`created_at`)} as "createdAt", ${isoTime(sql`ended_at`)} as "endedAt"
        from contact_requests where student.id in (buyer_id, seller_id) order by id`)},
      'consents', ${listOf(sql`
        select version, true as adult, ${isoTime(sql`given_at`)} as "givenAt"
        from consents where user_id = student.id order by given_at`)},
      'sessions', ${listOf(sql`
        select coalesce(browser, '') as browser, ${isoTime(sql`created_at`)} as "createdAt",
          ${isoTime(sql`coalesce(last_seen_at, created_at)`)} as "lastSeenAt"
        from sessions where identity_id = identity.id and ended_at is null order by created_at`)}
    )::text as json
    from users student join identities identity on identity.id = student.identity_id
    where student.id = ${userId}`);
  return row?.json;
}

export function selectExportPhotos(
  db: Queries,
  userId: string,
): Promise<{ id: string; key: string }[]> {
  return db.query(sql`
    select photo.id, (
      select file from unnest(photo.files) file where file like '%.webp'
      order by substring(file from '-(\d+)\.webp$')::int desc limit 1) as key
    from photos photo where photo.owner_id = ${userId} order by photo.id`);
}
