-- An adjustment of stock creates nothing that has an id (064).
alter table idempotency_keys
  drop constraint if exists idempotency_keys_endpoint_check,
  alter column draft_id drop not null;
