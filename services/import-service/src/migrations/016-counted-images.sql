-- How many of a run's pending images the total of all storefronts has (images/pending-total.sql.ts), and whether that is
-- known to be all of them. Neither is written by the release before: its new runs are not known to be counted.
alter table import_runs add column images_counted integer not null default 0, add column images_moved boolean;
