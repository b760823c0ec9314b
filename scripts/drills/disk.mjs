import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startLoad } from './support/load.mjs';
import { createPostgresql } from './support/postgresql.mjs';
import { createProduct } from './support/product.mjs';
import { until } from './support/programs.mjs';
import { createSmallDisk, whyNoSmallDisk } from './support/small-disk.mjs';

export const title = 'the disk of the database is full, and freed again';
export const needs = ['postgres'];
export const skip = whyNoSmallDisk;

/** From the moment on which there is room again. */
const limitSeconds = 10;
const fullSeconds = 10;
const settledWrites = 40;

const fillAndFree = async (context, name, product, disk) => {
  await product.start();
  const { pid } = product.running.process;
  const load = await startLoad(context, product);
  await load.acknowledge(settledWrites, { signIns: 1 });
  const failedBefore = load.failures.length;
  const filling = setInterval(disk.fill, 100);
  context.defer(() => clearInterval(filling));
  disk.fill();
  await until('writes are refused', () => load.failures.length > failedBefore + 10, { seconds: 120 });
  await pause(fullSeconds * 1000);
  clearInterval(filling);
  disk.free();
  const freedAt = performance.now();
  await load.acknowledge(settledWrites, { signIns: 2 });
  const back = load.times.write.find(time => time > freedAt);
  const { acknowledged, lost } = await load.result();
  const refused = load.failures.slice(failedBefore);
  const statuses = [...new Set(refused.map(({ status }) => status))].filter(Boolean).sort();
  const failures = [];
  if (product.running.process.pid !== pid || product.running.process.exitCode !== null)
    failures.push('the product did not live through it');
  await product.command('audit', 'verify').catch(error => failures.push(`audit verify: ${error.message}`));
  await product.kill();
  return {
    case: name,
    acknowledged,
    lost,
    secondsOut: Number(((back - freedAt) / 1000).toFixed(1)),
    limitSeconds,
    failures,
    details: `after the disk was freed, without a restart of the product; until then ${refused.length} requests refused (${statuses.join(', ')})`,
  };
};

/** A PostgreSQL that cannot even recover on a full disk ends; a service manager starts it again. */
const superviseDatabase = (context, database) => {
  let isOver = false;
  const supervise = async () => {
    while (!isOver) {
      if (!database.program.isRunning()) await database.start().catch(() => undefined);
      await pause(500);
    }
  };
  context.defer(() => {
    isOver = true;
  });
  void supervise();
};

export const run = async context => {
  const embeddedDisk = createSmallDisk(context, 'embedded-disk', 200);
  const embedded = await createProduct(context, { name: join('embedded-disk', 'data') });
  const rows = [await fillAndFree(context, 'embedded database', embedded, embeddedDisk)];
  const disk = createSmallDisk(context, 'postgresql-disk', 200);
  const database = await createPostgresql(context, {
    directory: join(disk.path, 'postgresql'),
    settings: { max_wal_size: '64MB' },
  });
  superviseDatabase(context, database);
  const product = await createProduct(context, { url: database.url });
  rows.push(await fillAndFree(context, 'PostgreSQL', product, disk));
  return rows;
};
