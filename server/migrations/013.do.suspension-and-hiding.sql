-- Until when and why a student is suspended. Without an end it lasts until an operator ends it.
alter table users add column suspended_until timestamptz, add column suspension_reason text;
create index users_suspension_end on users (suspended_until) where suspended_until is not null;

-- A listing that an operator has hidden. It is never listed, whatever its owner does with it meanwhile.
alter table products add column hidden_at timestamptz, add column hidden_note text;
alter table products add constraint products_hidden_unlisted check (hidden_at is null or not listed);
