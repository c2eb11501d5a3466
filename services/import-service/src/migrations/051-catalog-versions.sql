-- A number that rises by one with each apply (catalog/storefront-locks.sql.ts).
alter table storefront_locks add column catalog_version bigint not null default 0;
