-- The catalog's version that last changed the product, its variants or its images; 0: none since there are versions.
alter table products add column catalog_version bigint not null default 0;
