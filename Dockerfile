# The market, built from the sources of this folder: docker build --tag campus-marketplace .
# Built with buildah 1.28 on base images made by debootstrap, with Node 20 as the builder; not built or run with Docker.
FROM node:24-bookworm-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
WORKDIR /opt/market
COPY . .
RUN node scripts/boot.mjs pages \
  && npm prune --omit=dev --omit=peer --ignore-scripts --no-audit --no-fund \
  && node scripts/boot.mjs link \
  && cp deploy/market market && chmod 755 market

FROM debian:12-slim
# Node needs libatomic; the certificates of authorities are Node's own.
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/* \
  && useradd --system --uid 10001 --user-group --shell /usr/sbin/nologin --home-dir /var/lib/market market \
  && install -d -o market -g market -m 700 /var/lib/market
COPY --from=build /opt/market /opt/market
USER market
WORKDIR /var/lib/market
# Photos, and the embedded database where DATABASE_URL is not set.
VOLUME /var/lib/market
ENV HOST=0.0.0.0 PORT=3000 NODE_COMPILE_CACHE=/tmp/compiled
# 3001 is the demo's identity provider.
EXPOSE 3000 3001
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["/opt/market/node_modules/.bin/node", "-e", "fetch('http://127.0.0.1:3000/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/opt/market/market"]
CMD ["start"]
