-- The role that export-service's login is a member of: it reads the catalog and nothing else. Roles belong to the whole
-- server, so another database's migration may have made it already, or be making it now.
do $$
begin
  if not exists (select from pg_roles where rolname = 'catalog_reader') then
    create role catalog_reader nologin;
  end if;
exception
  when duplicate_object or unique_violation then null;
end
$$;

do $$
begin
  execute format('grant usage on schema %I to catalog_reader', current_schema());
end
$$;

grant select on products, variants, product_images to catalog_reader;
