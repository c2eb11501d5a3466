-- Runs whose image phase ended and for which image_phase_completed (TEL-4) is still to be written.
alter table import_runs add column completion_unreported boolean not null default false;

create index import_runs_unreported on import_runs (storefront_id, run_id) where completion_unreported;
