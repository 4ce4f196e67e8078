-- The photos of a snapshot stay after the case is closed, for an appeal; a file that any case has is not removed.
drop index cases_files;
create index cases_files on cases using gin (files);
-- Finds closed cases whose photos have been kept long enough.
create index cases_kept on cases (closed_at) where closed_at is not null and files <> '{}';
