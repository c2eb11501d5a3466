-- What the preview comes to by product, by change, by risk and by what is wrong with its rows; null in drafts of the release before.
alter table import_drafts add column tally jsonb;
