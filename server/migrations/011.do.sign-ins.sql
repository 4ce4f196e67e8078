-- Sign-ins that came back from the provider. Browsers may ask for the way back twice, and of several processes
-- each may be asked: the first to insert exchanges the code, the others give the answer that it wrote here.
create table sign_ins (
  state_hash bytea primary key,
  came_back_at timestamptz not null default now(),
  answered_at timestamptz,
  -- Code of the refusal; null for a success.
  refusal text
);
