alter table idempotency_keys
  add constraint idempotency_keys_endpoint_check check (endpoint in ('create-draft', 'confirm-draft', 'adjust-stock'));
