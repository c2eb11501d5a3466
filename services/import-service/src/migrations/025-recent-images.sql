-- Finds whether images of any storefront were settled lately (images/worker-time.ts).
create index concurrently if not exists import_runs_with_images on import_runs (completed_at) where image_usual_ms is not null;
