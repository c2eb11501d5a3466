ARG BASE
FROM ${BASE}
COPY nats-server /usr/local/bin/nats-server
COPY nats-entrypoint /usr/local/bin/docker-entrypoint.sh
EXPOSE 4222 8222 6222
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["nats-server"]
