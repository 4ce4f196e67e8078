-- When a moderator last signed in, which a session that has ended no longer shows.
alter table identities add column signed_in_at timestamptz;
-- A moderator decided their own case, since no other moderator had signed in lately.
alter table moderation_log add column alone boolean not null default false;
