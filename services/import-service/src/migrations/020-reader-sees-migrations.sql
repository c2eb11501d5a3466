-- export-service does not work on a schema that is too new for it.
grant select on schema_migrations to catalog_reader;
