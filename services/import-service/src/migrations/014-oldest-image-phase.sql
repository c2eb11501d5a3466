-- The open runs by the start of their image phase: the oldest one, and those that are overdue.
create index concurrently if not exists import_runs_by_image_phase on import_runs (image_phase_started_at) where status = 'fetching_images';
