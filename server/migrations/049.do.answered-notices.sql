-- What was answered to the question of a notice. Whatever is done with a listing, wherever, answers the questions whether it
-- is still there, so the database closes them; the clock's writes answer nothing.
alter table notices add column answer text;

create or replace function forget_question() returns trigger
language plpgsql as $$
begin
  if (old.confirmed_at, old.sold_at) is distinct from (new.confirmed_at, new.sold_at) then
    delete from unanswered_listings where product_id = new.id;
  end if;
  update notices set actions = '[]', read_at = coalesce(read_at, now()),
    answer = case
      when new.sold_at is not null and old.sold_at is null then 'sold'
      when new.confirmed_at is distinct from old.confirmed_at then 'confirmed'
      when new.reserved_until is distinct from old.reserved_until then 'reserved'
      else 'edited' end
  where product_id = new.id and kind in ('still-available', 'expires-soon', 'reservation-over') and actions <> '[]';
  return null;
end $$;
drop trigger products_answered on products;
create trigger products_answered after update on products
for each row when ((old.confirmed_at, old.sold_at, old.updated_at) is distinct from (new.confirmed_at, new.sold_at, new.updated_at)
  or (new.reserved_until > now() and new.reserved_until is distinct from old.reserved_until))
execute function forget_question();
