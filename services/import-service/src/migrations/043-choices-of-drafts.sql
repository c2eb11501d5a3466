-- What of the file is imported; null: all of it.
alter table import_drafts add column choice jsonb;
