-- The sub of each person who has changed a draft since it was made; '' for one whose is not known.
alter table import_drafts add column revised_by text[] not null default '{}';
