-- How often pages were looked at. Only sums are kept: no row tells of one visit, so none can be traced
-- to a person. Days are those of UTC. The primary key is the upsert's target and, since it begins with
-- the day, serves the operator's report and the forgetting of old days too.
create table view_counts (
  day date not null,
  page text not null,
  referrer text not null,
  viewport text not null,
  language text not null,
  views integer not null,
  primary key (day, page, referrer, viewport, language)
);
