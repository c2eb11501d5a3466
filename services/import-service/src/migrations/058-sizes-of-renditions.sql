-- By rendition, its width and height in pixels; null in outcomes of the release before.
alter table run_images add column sizes jsonb;
