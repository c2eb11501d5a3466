-- The outbox of image requests, by storefront: the dispatcher takes from one after the other.
create index run_images_by_turn on run_images (storefront_id, request_at, image_id)
  where outcome = 'pending' and request_at is not null;

drop index run_images_to_request;
