-- The images to request of all storefronts by when they are due: whether there are any, without a look at each storefront.
create index concurrently if not exists run_images_due on run_images (request_at, storefront_id)
where outcome = 'pending' and request_at is not null;
