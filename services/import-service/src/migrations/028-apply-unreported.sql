-- Runs for which import_run_completed (TEL-2) is still to be written.
alter table import_runs add column apply_unreported boolean not null default false;
