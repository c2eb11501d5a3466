-- That of the run's draft (040). Last, so that the outcome of an image writes no more log than before.
alter table import_runs add column tally jsonb;
