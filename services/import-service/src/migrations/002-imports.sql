create table import_drafts (
  storefront_id text collate "C" not null,
  draft_id uuid not null,
  dialect text not null,
  delimiter text not null,
  encoding text not null,
  row_count integer not null,
  product_count integer not null,
  adds integer not null,
  updates integer not null,
  unchanged integer not null,
  errors integer not null,
  clears integer not null,
  warnings jsonb not null,
  unknown_columns jsonb not null,
  unknown_columns_count integer not null,
  -- The uploaded bytes, for recheck and errors.csv, and the planned changes; both compressed (zstd).
  file bytea storage external not null,
  plan bytea storage external not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (storefront_id, draft_id)
);

create index import_drafts_by_expiry on import_drafts (expires_at);

-- No foreign key: 5,000 checks would be a good part of storing a draft. Rows are written and deleted only by who
-- holds the lock of the head.
create table import_draft_rows (
  storefront_id text collate "C" not null,
  draft_id uuid not null,
  row_number integer not null,
  kind text not null check (kind in ('add', 'update', 'unchanged', 'error')),
  -- A row of the preview as callers see it; json, not jsonb, because nothing looks inside.
  detail json storage external not null,
  primary key (storefront_id, draft_id, row_number)
);

-- What is left of a cancelled draft until its hour is over, so that cancelling it again differs from cancelling what
-- never was there.
create table cancelled_drafts (
  storefront_id text collate "C" not null,
  draft_id uuid not null,
  expires_at timestamptz not null,
  primary key (storefront_id, draft_id)
);

create index cancelled_drafts_by_expiry on cancelled_drafts (expires_at);

-- One row for each storefront that ever confirmed: the holder of its lock applies.
create table storefront_locks (
  storefront_id text collate "C" not null primary key,
  locked_at timestamptz not null
);

create table import_runs (
  storefront_id text collate "C" not null,
  run_id uuid not null,
  draft_id uuid not null,
  status text not null check (status in ('fetching_images', 'completed')),
  added integer not null,
  updated integer not null,
  errored integer not null,
  unchanged integer not null,
  images_total integer not null,
  images_fetched integer not null default 0,
  images_rejected integer not null default 0,
  images_failed integer not null default 0,
  duration_ms integer not null,
  created_at timestamptz not null,
  image_phase_started_at timestamptz,
  overdue_reported_at timestamptz,
  -- Of the confirm (W3C traceparent): the traces of the run's images are linked to it.
  traceparent text,
  completed_at timestamptz,
  primary key (storefront_id, run_id),
  unique (storefront_id, draft_id)
);

create index import_runs_fetching on import_runs (storefront_id, run_id) where status = 'fetching_images';

-- One row for each image to process: the outbox of image.requested, and where each image's one outcome is settled.
create table run_images (
  storefront_id text collate "C" not null,
  run_id uuid not null,
  image_id uuid not null,
  product_handle text collate "C" not null,
  url text not null,
  outcome text not null default 'pending' check (outcome in ('pending', 'fetched', 'rejected', 'failed')),
  reason text,
  message text,
  renditions text[] not null default '{}',
  -- Claims so far in this round.
  attempts integer not null default 0,
  -- Of the newest claim; kept after its settlement, so that a repeated settlement is answered as the first was.
  claim_token uuid,
  -- Set while a claim is unsettled.
  claim_expires_at timestamptz,
  -- When it is to be requested (again); null while a request is out.
  request_at timestamptz,
  requested_at timestamptz,
  -- Part of the message id: moves whenever the next request is another one than the last.
  requests integer not null default 0,
  settled_at timestamptz,
  primary key (storefront_id, run_id, image_id),
  foreign key (storefront_id, run_id) references import_runs (storefront_id, run_id),
  foreign key (storefront_id, image_id) references product_images (storefront_id, image_id)
);

create index run_images_to_request on run_images (request_at) where outcome = 'pending' and request_at is not null;

create index run_images_requested on run_images (requested_at) where outcome = 'pending' and request_at is null;
