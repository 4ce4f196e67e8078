-- Whose number was seen: a contact outlives its listing, and what its student wrote about the other outlives the other.
alter table reveals add column seller_id uuid;
alter table reveals add constraint reveals_seller_id_fkey foreign key (seller_id)
  references users on delete set null not valid;

-- Also for contacts that the previous release writes.
create function keep_revealed_seller() returns trigger
language plpgsql as $$
begin
  new.seller_id := coalesce(new.seller_id, (select seller_id from products where id = new.product_id));
  return new;
end $$;
create trigger reveals_keep_seller before insert on reveals
for each row execute function keep_revealed_seller();

-- What others wrote about an erased student stays, without the name.
alter table feedback alter column about_id drop not null;
alter table feedback drop constraint feedback_about_id_fkey;
alter table feedback add constraint feedback_about_id_fkey foreign key (about_id)
  references users on delete set null not valid;

-- Erasing a student removes the id from the log too: whom an entry is about becomes nobody, and a moderator the id that
-- belongs to no account. Nothing else changes.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name = 'moderation_log' then
    if to_jsonb(new) - '{note,user_id,actor_id}'::text[] = to_jsonb(old) - '{note,user_id,actor_id}'::text[]
      and new.note in (old.note,
        regexp_replace(old.note, current_setting('market.erased', true), 'deleted member', 'gi'))
      and (new.user_id is not distinct from old.user_id
        or (new.user_id is null and old.user_id::text = current_setting('market.erased_user', true)))
      and (new.actor_id is not distinct from old.actor_id
        or (new.actor_id = '00000000-0000-0000-0000-000000000000'
          and old.actor_id::text = current_setting('market.erased_identity', true)))
    then
      return new;
    end if;
  end if;
  raise exception '% may only be added to', tg_table_name using errcode = 'restrict_violation';
end $$;
