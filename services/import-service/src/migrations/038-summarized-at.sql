-- The catalog's counts and metadata_keys are those as of `locked_at` where `summarized_at` is the same. The release before
-- moves `counted_at` (006) with counts alone, which no later one reads.
alter table storefront_locks add column summarized_at timestamptz;
