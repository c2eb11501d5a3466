-- The runs of which the total of all storefronts may have another number of pending images.
create index concurrently if not exists import_runs_uncounted on import_runs (storefront_id, run_id)
where status = 'fetching_images' and images_moved is not false or status = 'completed' and images_counted <> 0;
