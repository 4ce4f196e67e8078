-- Feedback has reports and cases of its own. While such a case is open its author is in author_id, because the previous
-- release allows one open case for each user_id.
alter table cases add column deal_id uuid, add column feedback_role text,
  add column author_id uuid references users on delete set null;
create unique index cases_open_feedback on cases (deal_id, feedback_role)
  where closed_at is null and deal_id is not null and appeal_against is null;
create index cases_author on cases (author_id) where author_id is not null;

alter table reports drop constraint reports_about_one;
alter table reports add constraint reports_about_one check (
  num_nonnulls(product_id, user_id) = 1 or (deal_id is not null and num_nonnulls(product_id, user_id) = 0)) not valid;
create unique index reports_once_deal on reports (reporter_id, deal_id) where deal_id is not null and user_id is null;
update reports set user_id = null where deal_id is not null;
-- Cases that only feedback was reported to.
update cases one set deal_id = found.deal_id, feedback_role = found.role,
  author_id = case when one.closed_at is null then one.user_id end,
  user_id = case when one.closed_at is null then null else one.user_id end
from (
  select report.case_id, min(report.deal_id::text)::uuid as deal_id, min(feedback.role) as role
  from reports report left join feedback on feedback.deal_id = report.deal_id and feedback.about_id = report.reporter_id
  group by report.case_id
  having count(*) = count(feedback.deal_id) and count(distinct report.deal_id) = 1
) found
where one.id = found.case_id and one.product_id is null and one.appeal_against is null;
