import { freePort } from '../../packages/server/src/http/testing/free-port.ts';
import { startHaproxy } from './support/haproxy.mjs';
import { clients, startLoad } from './support/load.mjs';
import { createPostgresql } from './support/postgresql.mjs';
import { createProduct, createSecretKey } from './support/product.mjs';
import { until } from './support/programs.mjs';

export const title = 'one of two processes behind HAProxy is killed under load, and started again';
export const needs = ['postgres', 'haproxy'];

const limitSeconds = 3;
const settledWrites = 60;

export const run = async context => {
  const database = await createPostgresql(context);
  const port = await freePort();
  const endpoint = `http://localhost:${port}`;
  const env = { GATEHOUSE_SECRET_KEY: createSecretKey() };
  const options = { url: database.url, endpoint, env };
  const one = await createProduct(context, { name: 'one', ...options });
  const two = await createProduct(context, { name: 'two', ...options });
  await one.start();
  await two.start();
  const isReady = async address => {
    const answer = await fetch(`${address}/readyz`).catch(() => undefined);
    return answer?.ok === true;
  };
  await startHaproxy(
    context,
    'haproxy-gatehouse.cfg',
    {
      GATEHOUSE_BIND: `127.0.0.1:${port}`,
      GATEHOUSE_1: `127.0.0.1:${one.port}`,
      GATEHOUSE_2: `127.0.0.1:${two.port}`,
    },
    () => isReady(endpoint),
  );
  const load = await startLoad(context, one);
  await load.acknowledge(settledWrites, { signIns: 2 });
  const from = performance.now();
  const failedBefore = load.failures.length;
  await one.kill();
  await load.acknowledge(settledWrites, { signIns: 2 });
  const readyMilliseconds = await one.start();
  await until('the process that was killed serves again', () => isReady(`http://localhost:${one.port}`));
  await load.acknowledge(settledWrites, { signIns: 2 });
  const { refused: _, ...result } = await load.result({ from });
  const failed = load.failures.length - failedBefore;
  const failures = failed > clients ? [`${failed} requests failed, more than were in flight`] : [];
  return [
    {
      case: 'one of two processes killed',
      ...result,
      limitSeconds,
      failures,
      details: `${failed} requests failed; the process was ready again after ${(readyMilliseconds / 1000).toFixed(1)} s`,
    },
  ];
};
