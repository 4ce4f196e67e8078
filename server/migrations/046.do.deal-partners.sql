-- Reputation counts partners. All confirmed deals between the same two students have one `pair`, which still tells their
-- deals from those with others after one of them is erased, and leads to neither.
alter table deals add column pair uuid;
update deals set pair = between_two.pair
from (
  select least(seller_id, buyer_id) as one, greatest(seller_id, buyer_id) as two, gen_random_uuid() as pair
  from deals where confirmed_at is not null group by 1, 2
) between_two
where deals.confirmed_at is not null
  and least(deals.seller_id, deals.buyer_id) is not distinct from between_two.one
  and greatest(deals.seller_id, deals.buyer_id) is not distinct from between_two.two;

-- In the database, so that the deals that the previous release confirms have one, too. The lock makes two concurrent
-- confirmations of one pair wait for each other.
create function set_deal_pair() returns trigger
language plpgsql as $$
begin
  if new.pair is null and new.confirmed_at is not null then
    perform pg_advisory_xact_lock(hashtextextended(
      concat('deal pair ', least(new.seller_id, new.buyer_id), greatest(new.seller_id, new.buyer_id)), 0));
    new.pair := (
      select other.pair from deals other
      where other.pair is not null
        and (other.seller_id, other.buyer_id) in ((new.seller_id, new.buyer_id), (new.buyer_id, new.seller_id))
      limit 1);
    new.pair := coalesce(new.pair, gen_random_uuid());
  end if;
  return new;
end $$;
create trigger deals_set_pair before insert or update on deals
for each row execute function set_deal_pair();
