-- When the student had deleted the account that was erased: whoever signed in since has restored it.
alter table erasures add column deleted_at timestamptz;
