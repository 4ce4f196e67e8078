-- When the student signed in at the provider, as it tells; without it, when the session began.
alter table sessions add column authenticated_at timestamptz;
