-- The status of a first answer, where a call has one for what is new and another for what was there already, so that a
-- repeat of the request gets the same.
alter table idempotency_keys add column status smallint;
