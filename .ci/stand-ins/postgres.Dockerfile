ARG BASE
FROM ${BASE}
COPY native /usr/lib/postgresql/18
COPY client /usr/lib/postgresql/client
COPY postgres-entrypoint /usr/local/bin/docker-entrypoint.sh
# The client finds its own libraries, and PostgreSQL's.
RUN for program in psql pg_isready; do \
    printf '#!/bin/sh\nPGHOST=${PGHOST:-/var/run/postgresql} LD_LIBRARY_PATH=/usr/lib/postgresql/client:/usr/lib/postgresql/18/lib exec /usr/lib/postgresql/client/%s "$@"\n' \
      "$program" >/usr/local/bin/$program && chmod +x /usr/local/bin/$program; \
  done \
  && echo 'postgres:x:999:999::/var/lib/postgresql:/bin/sh' >>/etc/passwd \
  && echo 'postgres:x:999:' >>/etc/group \
  && mkdir -p /var/lib/postgresql /var/run/postgresql /docker-entrypoint-initdb.d \
  && chown 999:999 /var/lib/postgresql /var/run/postgresql && chmod 3777 /var/run/postgresql
ENV PATH=/usr/lib/postgresql/18/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  LANG=C.UTF-8 PGDATA=/var/lib/postgresql/18/docker
VOLUME /var/lib/postgresql
STOPSIGNAL SIGINT
EXPOSE 5432
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["postgres"]
