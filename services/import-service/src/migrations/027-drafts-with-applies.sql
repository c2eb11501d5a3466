-- Finds the attempts of processes that died (runs/report-watch.ts).
create index concurrently if not exists import_drafts_with_applies on import_drafts (storefront_id, draft_id) where applies <> '{}';
