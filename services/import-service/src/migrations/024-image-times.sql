-- How long a run's images have occupied workers, and how long one usually does (images/worker-time.ts).
alter table import_runs
  add column image_worker_ms integer not null default 0,
  add column image_worker_at timestamptz,
  add column image_usual_ms integer;
