-- What storefronts said of the columns of their files.
create table column_mappings (
  storefront_id text collate "C" not null,
  mapping_id uuid not null,
  -- Of the header's names, in any order and any case.
  header_key text collate "C" not null,
  -- The names as they are shown, the first of them.
  header jsonb not null,
  -- Pairs of a name and a canonical column: a name may be anything.
  columns jsonb not null,
  identity text not null,
  created_by jsonb,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (storefront_id, mapping_id),
  unique (storefront_id, header_key)
);

alter table import_drafts add column mapping jsonb;
