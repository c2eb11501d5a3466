-- The handles that a draft's file names, as JSON compressed with zstd; null in drafts of the release before, and of an undo.
alter table import_drafts add column named bytea;
