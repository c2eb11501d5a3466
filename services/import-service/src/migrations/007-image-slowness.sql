-- What is known of how long a run's images keep their workers waiting (runs/slowness.ts).
alter table import_runs
  add column image_slowness smallint not null default 1,
  add column image_slowed_at timestamptz;
