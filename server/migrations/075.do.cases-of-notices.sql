-- The case that a moderator's notice opens.
alter table notices add column case_id uuid;
