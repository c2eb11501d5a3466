-- That of the run's draft (043).
alter table import_runs add column choice jsonb;
