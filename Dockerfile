# Image of a release: run `pnpm build` first, which makes the archive that is put in here.
#   docker build --build-arg RELEASE=dist/paydesk-0.2.0-linux-x64.tar.gz -t paydesk:0.2.0 .
# bff/release/build-image.ts makes an image of the same release without a daemon.
# The service of backups in compose.yaml has the image of PostgreSQL as base, for its pg_dump.
ARG BASE=debian:bookworm-slim
FROM ${BASE}
ARG RELEASE
ADD --chown=0:0 ${RELEASE} /opt/
RUN ln -s /opt/paydesk-* /opt/paydesk && install -d -m 0700 -o 10001 -g 10001 /var/lib/paydesk /var/backups/paydesk
USER 10001:10001
ENV PAYDESK_HOST=0.0.0.0 PAYDESK_DATA_DIR=/var/lib/paydesk
VOLUME /var/lib/paydesk
EXPOSE 4480
STOPSIGNAL SIGTERM
# A start may have to migrate; it is healthy as soon as it is ready.
HEALTHCHECK --interval=15s --timeout=3s --start-period=60s \
  CMD ["/opt/paydesk/bin/paydesk", "probe"]
ENTRYPOINT ["/opt/paydesk/bin/paydesk"]
CMD ["start"]
