-- The choice that was sent with the mapping; null: all of a file.
alter table column_mappings add column choice jsonb;
