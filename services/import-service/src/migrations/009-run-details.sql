-- What a run keeps of its draft: the rows of the preview, its plan, the rejected rows as uploaded, and who did it. Runs of
-- a release before have no `row_count`, and none of it.
-- Rows of one kind, in blocks: a line of JSON each, compressed (zstd). They stay with the draft's id when it becomes a run.
create table import_row_blocks (
  storefront_id text collate "C" not null,
  draft_id uuid not null,
  kind text not null check (kind in ('add', 'update', 'unchanged', 'error')),
  first_row integer not null,
  last_row integer not null,
  rows bytea not null,
  primary key (storefront_id, draft_id, kind, first_row)
);

create table import_run_details (
  storefront_id text collate "C" not null,
  run_id uuid not null,
  -- As the draft had them, compressed.
  plan bytea not null,
  errors_csv bytea not null,
  primary key (storefront_id, run_id),
  foreign key (storefront_id, run_id) references import_runs (storefront_id, run_id)
);

alter table import_drafts
  add column file_name text,
  add column created_by jsonb,
  -- The run that the draft would undo.
  add column undoes uuid,
  add column errors_csv bytea;

alter table import_runs
  add column file_name text,
  -- Its name as it is searched for.
  add column file_name_key text,
  add column created_by jsonb,
  add column confirmed_by jsonb,
  add column dialect text,
  add column row_count integer,
  add column undoes uuid,
  add column undone_by uuid,
  -- Its rows and its settled images are gone.
  add column is_let_go boolean not null default false;

create index import_runs_kept on import_runs (storefront_id, run_id) where not is_let_go;
