-- Written with what a request has created, so that its repeat finds that.
create table idempotency_keys (
  storefront_id text collate "C" not null,
  endpoint text not null check (endpoint in ('create-draft', 'confirm-draft')),
  key text collate "C" not null,
  -- What else the request held: a repeat holds the same.
  fingerprint text collate "C" not null,
  draft_id uuid not null,
  expires_at timestamptz not null,
  primary key (storefront_id, endpoint, key)
);

create index idempotency_keys_by_expiry on idempotency_keys (expires_at);
