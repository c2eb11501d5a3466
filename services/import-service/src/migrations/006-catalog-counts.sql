-- How much a storefront's catalog holds, beside the lock that each change takes. The counts are those as of `locked_at`
-- where `counted_at` is the same: a release before this one moves only the lock.
alter table storefront_locks
  add column counted_at timestamptz,
  add column active_count bigint not null default 0,
  add column draft_count bigint not null default 0,
  add column archived_count bigint not null default 0,
  add column variant_count bigint not null default 0,
  add column image_count bigint not null default 0;
