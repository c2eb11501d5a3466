-- The catalog's version that the run made; null in runs of the release before.
alter table import_runs add column catalog_version bigint;
