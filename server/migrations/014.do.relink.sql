-- Until when the next verified sign-in with this address may take the account over; an operator allows it, once.
alter table identities add column relink_until timestamptz;
