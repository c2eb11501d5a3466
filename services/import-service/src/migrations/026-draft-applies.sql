-- The attempts to apply a draft for which no event is written yet: UUIDv7, of the time when each began. An attempt is
-- committed here before its transaction begins, and removed with that or once its import_apply_failed (TEL-6) is written.
alter table import_drafts add column applies uuid[] not null default '{}';
