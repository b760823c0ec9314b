import { startLoad } from './support/load.mjs';
import { startCluster } from './support/patroni.mjs';
import { createProduct } from './support/product.mjs';
import { until } from './support/programs.mjs';

export const title = 'the primary of three PostgreSQL nodes under Patroni is lost under load';
export const needs = ['postgres', 'patroni', 'etcd', 'haproxy'];

const limitSeconds = 10;
const settledWrites = 40;

/** Takes the primary away under load, and waits for another one without doing anything about it. */
const loseThePrimary = async (context, cluster, product, { name, lose, bringBack }) => {
  await cluster.complete();
  const load = await startLoad(context, product);
  await load.acknowledge(settledWrites, { signIns: 2 });
  const former = await cluster.primary();
  const from = performance.now();
  await lose(former);
  await load.acknowledge(settledWrites, { signIns: 2 });
  await until('another node is the primary', async () => {
    const primary = await cluster.primary();
    return primary && primary !== former;
  });
  const next = await cluster.primary();
  // The former primary comes back as a standby while clients write.
  await bringBack(former);
  await cluster.complete();
  const { acknowledged, lost, secondsOut, signInsOut, refused } = await load.result({ from });
  return {
    case: name,
    acknowledged,
    lost,
    secondsOut,
    limitSeconds,
    details: `${former.name} to ${next.name}; ${refused} requests refused; no sign-in for ${signInsOut} s; ${former.name} back as standby`,
  };
};

export const run = async context => {
  const cluster = await startCluster(context);
  const product = await createProduct(context, { url: cluster.url });
  await product.start();
  return [
    await loseThePrimary(context, cluster, product, {
      name: 'primary killed',
      lose: node => node.kill(),
      bringBack: node => node.start(),
    }),
    await loseThePrimary(context, cluster, product, {
      name: 'primary hangs with its connections open',
      lose: node => node.hang(),
      bringBack: node => node.resume(),
    }),
  ];
};
