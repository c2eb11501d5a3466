# Run once, in an empty database, by PostgreSQL's image: the login of export-service, which may read the catalog only.
# The migrations grant the role what it reads.
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" --set=password="$CATALOG_READER_PASSWORD" <<'SQL'
create role catalog_reader nologin;
create role catalog_export login password :'password' in role catalog_reader;
SQL
