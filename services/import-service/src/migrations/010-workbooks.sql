-- A draft of a workbook has no delimiter.
alter table import_drafts alter column delimiter drop not null;
