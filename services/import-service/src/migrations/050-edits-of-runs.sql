-- Those of the run's draft (049).
alter table import_runs add column edits integer not null default 0;
