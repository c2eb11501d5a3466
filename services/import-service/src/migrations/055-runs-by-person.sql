-- Finds the runs that a person confirmed (runs/runs.sql.ts).
create index concurrently if not exists import_runs_by_person on import_runs (storefront_id, (confirmed_by ->> 'sub'), run_id);
