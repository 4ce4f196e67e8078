-- A viewer's clicks of a day are counted before another one is kept: `viewer` is a hash that changes every day.
create index clicks_viewer on clicks (viewer);
