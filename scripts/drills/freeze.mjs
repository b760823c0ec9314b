import { setTimeout as pause } from 'node:timers/promises';
import { startFaultyNetwork } from '../../packages/server/src/drills/testing/faulty-network.ts';
import { startLoad } from './support/load.mjs';
import { createPostgresql } from './support/postgresql.mjs';
import { createProduct } from './support/product.mjs';

export const title = 'connections to the database stay open, and nothing passes';
export const needs = ['postgres'];

/** From the moment on which the network passes again. */
const limitSeconds = 5;
const frozenSeconds = 30;
/**
 * The limit that docs/deployment.md promises for a request while the database hangs. A sign-in takes several
 * requests.
 */
const answerLimitSeconds = 25;
/** A busy client notices an answer later than it came. */
const toleranceSeconds = 1;
const settledWrites = 60;

export const run = async context => {
  const database = await createPostgresql(context);
  const network = await startFaultyNetwork(database.url);
  context.defer(() => network.close());
  const product = await createProduct(context, { url: network.url });
  await product.start();
  const load = await startLoad(context, product);
  await load.acknowledge(settledWrites, { signIns: 2 });
  network.silence();
  const from = performance.now();
  await pause(frozenSeconds * 1000);
  network.speak();
  const passesAt = performance.now();
  await load.acknowledge(settledWrites, { signIns: 2 });
  const back = load.times.write.find(time => time > passesAt);
  const { acknowledged, lost, signInsOut } = await load.result({ from });
  const single = load.failures.filter(({ what, at }) => what !== 'sign-in' && at > from);
  const longest = Math.max(0, ...single.map(({ seconds }) => seconds));
  const statuses = [...new Set(single.map(({ status }) => status))].sort();
  const failures = [];
  if (longest > answerLimitSeconds + toleranceSeconds)
    failures.push(`a request waited ${longest.toFixed(1)} s, the limit is ${answerLimitSeconds} s`);
  if (statuses.some(status => status !== 503))
    failures.push(`clients saw ${statuses.join(', ')}, not only 503`);
  return [
    {
      case: `nothing passes for ${frozenSeconds} s`,
      acknowledged,
      lost,
      secondsOut: Number(((back - passesAt) / 1000).toFixed(1)),
      limitSeconds,
      failures,
      details: `after the network passes again; until then ${single.length} answers 503, the slowest after ${longest.toFixed(1)} s; no sign-in for ${signInsOut} s`,
    },
  ];
};
