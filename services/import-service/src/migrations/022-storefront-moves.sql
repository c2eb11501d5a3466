-- Where a storefront is while it moves between two installations, and since (docs/adr/0010). Each of the two has a row of
-- its own under the same `move_id`: at the source `copying`, `frozen`, `switching`, `moved`; at the target `incoming`,
-- `arrived`. A storefront that never moved has none.
create table storefront_moves (
  storefront_id text collate "C" not null primary key,
  move_id uuid not null,
  state text not null check (state in ('copying', 'frozen', 'switching', 'moved', 'incoming', 'arrived')),
  -- Whether both installations keep their objects in one place; null while that is not known.
  shares_objects boolean,
  started_at timestamptz not null,
  -- Of the target: the run of the command that writes there; of two, the one that began last.
  runner uuid
);
