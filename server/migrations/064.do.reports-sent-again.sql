-- A hash of the case's listing when the case was decided: a listing that has changed since can be reported again.
alter table cases add column decided_listing text;
-- A student reports a listing once in each case. The previous release reports it once altogether, which fits as well.
create unique index reports_once_a_case on reports (reporter_id, case_id) where product_id is not null;
drop index reports_once_product;
