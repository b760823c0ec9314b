# Builds everything, then keeps what runs: no sources, no tools, no root.
FROM node:24-bookworm-slim AS build
WORKDIR /gatehouse
COPY package.json package-lock.json .npmrc ./
COPY packages/console/package.json packages/console/
COPY packages/contract/package.json packages/contract/
COPY packages/docs/package.json packages/docs/
COPY packages/experience/package.json packages/experience/
COPY packages/phrases/package.json packages/phrases/
COPY packages/server/package.json packages/server/
COPY packages/ui/package.json packages/ui/
RUN npm ci --no-audit --no-fund
COPY . .
RUN node scripts/build.mjs && node scripts/runtime-packages.mjs runtime-packages

FROM node:24-bookworm-slim
ENV NODE_ENV=production GATEHOUSE_DATA_DIR=/data
WORKDIR /gatehouse
COPY --from=build /gatehouse/package.json ./
COPY --from=build /gatehouse/runtime-packages node_modules
COPY --from=build /gatehouse/packages/server/package.json packages/server/
COPY --from=build /gatehouse/packages/server/public packages/server/public
COPY --from=build /gatehouse/packages/server/dist packages/server/dist
COPY --from=build /gatehouse/packages/console/dist packages/console/dist
COPY --from=build /gatehouse/packages/experience/dist packages/experience/dist
COPY --from=build /gatehouse/packages/docs/dist packages/docs/dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3001 3002
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 3001}/readyz`).then(answer => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "packages/server/dist/main.js"]
