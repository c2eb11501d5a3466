-- What a repeated request gets if it created nothing that could be shown again: of an adjustment of stock.
alter table idempotency_keys add column answer jsonb;
