-- The applies whose event is still to be written: import_run_completed (TEL-2) or import_apply_failed (TEL-6). A row is
-- committed before its apply begins. The apply's transaction sets `is_applied`, and so holds the row for as long as it
-- lives.
create table import_applies (
  storefront_id text collate "C" not null,
  apply_id uuid not null,
  draft_id uuid not null,
  is_applied boolean not null default false,
  since timestamptz not null,
  primary key (storefront_id, apply_id)
);
