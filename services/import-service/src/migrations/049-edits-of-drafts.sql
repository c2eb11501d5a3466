-- How many cells of its file a draft has edited, and which: JSON compressed with zstd, null without any.
alter table import_drafts add column edits integer not null default 0, add column edited_cells bytea;
