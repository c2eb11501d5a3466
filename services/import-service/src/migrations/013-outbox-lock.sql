-- What a replica locks while it fills the image queue: a row under an id that no storefront can have.
insert into storefront_locks (storefront_id, locked_at) values ('*outbox', now()) on conflict do nothing;
