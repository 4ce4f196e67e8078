-- Erasing a person takes the name out of what others wrote, the log of moderation included. There a note may change in
-- this one way only: by the pattern that the transaction has set, replaced by these two words.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name = 'moderation_log' then
    if to_jsonb(new) - 'note' = to_jsonb(old) - 'note' and new.note =
      regexp_replace(old.note, current_setting('market.erased', true), 'deleted member', 'gi')
    then
      return new;
    end if;
  end if;
  raise exception '% may only be added to', tg_table_name using errcode = 'restrict_violation';
end $$;
create index moderation_log_user on moderation_log (user_id) where user_id is not null;
