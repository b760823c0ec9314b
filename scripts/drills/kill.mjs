import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from './support/figures.mjs';
import { startLoad } from './support/load.mjs';
import { startLongLived } from './support/long-lived.mjs';
import { createPostgresql } from './support/postgresql.mjs';
import { createProduct } from './support/product.mjs';
import { describeRow } from './support/results.mjs';

export const title = 'killed (SIGKILL) under load again and again, on each database';
export const needs = ['postgres'];

const limitSeconds = 5;
/** Each life is long enough for all kinds of requests to be in flight when it ends. */
const writesPerLife = 8;
const longestExtraLifeMs = 600;
/** All clients of the drill come from one address. */
const env = { GATEHOUSE_ADDRESS_LIMIT: '0' };

/** Lives and deaths of one part; `kill` ends it, `revive` brings it back and gives the milliseconds until it was ready. */
const repeatKills = async (context, load, { kill, revive }) => {
  const times = [];
  for (let round = 1; round <= context.rounds; round += 1) {
    await load.acknowledge(writesPerLife);
    await pause(Math.random() * longestExtraLifeMs);
    await kill();
    times.push(await revive());
    if (round % 25 === 0) context.log(`${round} of ${context.rounds} kills`);
  }
  await load.acknowledge(writesPerLife, { signIns: 1 });
  return times;
};

const measure = async (context, name, product, kills) => {
  const load = await startLoad(context, product);
  const { manage, signIn, applicationId: clientId } = load;
  const longLived = await startLongLived({ endpoint: product.endpoint, manage, signIn, clientId });
  await load.acknowledge(writesPerLife, { signIns: 1 });
  const times = await repeatKills(context, load, kills);
  await longLived.stop();
  const { rotations, updates, lost: failures } = longLived.tally;
  const { acknowledged, lost } = await load.result();
  await product.command('audit', 'verify').catch(error => failures.push(`audit verify: ${error.message}`));
  await product.kill();
  const [p50, p99, longest] = [0.5, 0.99, 1].map(share => percentile(times, share));
  return {
    case: name,
    acknowledged,
    lost,
    secondsOut: p99,
    limitSeconds,
    failures,
    details: `${times.length} kills; ${rotations} refresh tokens and ${updates} registration tokens rotated; ready after p50 ${p50} s, p99 ${p99} s, longest ${longest} s`,
  };
};

const measureProduct = async (context, name, product) => {
  await product.start();
  return measure(context, name, product, { kill: product.kill, revive: product.start });
};

const measureDatabase = async (context, name, product, database) => {
  await product.start();
  return measure(context, name, product, {
    kill: database.kill,
    async revive() {
      const startedAt = performance.now();
      await database.start();
      const isReady = async () => {
        const answer = await fetch(`${product.endpoint}/readyz`).catch(() => undefined);
        return answer?.ok === true;
      };
      while (!(await isReady())) await pause(20);
      return performance.now() - startedAt;
    },
  });
};

export const run = async context => {
  const embedded = await createProduct(context, { name: 'embedded', env });
  const database = await createPostgresql(context);
  const product = await createProduct(context, { name: 'postgresql', url: database.url, env });
  const cases = {
    'Gatehouse with its embedded database': name => measureProduct(context, name, embedded),
    'Gatehouse beside PostgreSQL': name => measureProduct(context, name, product),
    'PostgreSQL under a running Gatehouse': name => measureDatabase(context, name, product, database),
  };
  const rows = [];
  for (const [name, measureCase] of Object.entries(cases)) {
    const failed = error => ({ case: name, failures: [error.stack ?? String(error)] });
    rows.push(await measureCase(name).catch(failed));
    context.log(describeRow(rows.at(-1)));
  }
  return rows;
};
