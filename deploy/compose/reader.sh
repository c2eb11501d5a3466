# PostgreSQL's image runs this once, in an empty database: creates the login of export-service, which may only read the
# catalog. The migrations grant the role its permissions.
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" --set=password="$CATALOG_READER_PASSWORD" <<'SQL'
create role catalog_reader nologin;
create role catalog_export login password :'password' in role catalog_reader;
SQL
