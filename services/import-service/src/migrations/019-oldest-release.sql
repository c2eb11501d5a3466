-- With each migration, the oldest release that works on a schema that has it: how a release tells a schema that is newer
-- but fit from one that is not. export-service looks as well.
alter table schema_migrations add column oldest_release text;
