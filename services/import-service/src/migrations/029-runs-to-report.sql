-- Finds what a process that died has not reported (runs/report-watch.ts).
create index concurrently if not exists import_runs_apply_unreported on import_runs (storefront_id, run_id) where apply_unreported;
