-- The last digest of a student: as long as it waits to be sent there is no other one.
alter table notice_mails add column mail_id uuid;
