# The upstream images by their names, as Dockerfile, compose.yaml and test/containers/ have them (a test compares).
# shellcheck shell=sh disable=SC2034
debian=debian:bookworm-slim
node=node:24-bookworm-slim
nats=nats:2.12-alpine
postgres=postgres:18-bookworm
