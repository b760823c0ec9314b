import cluster from 'node:cluster';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../database/database.ts';
import { printAllWorkers } from './all-workers.ts';

export type Metrics = ReturnType<typeof createMetrics>;

const collectOfProcess = () => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'gatehouse_' });
  return registry;
};

let ofProcess: Registry | undefined;

/** The metrics served at `/metrics`. Each app has its own registry, so that tests can run several. */
export const createMetrics = (database: Database) => {
  // Its monitors run on when an app is closed, and keep what they belong to.
  ofProcess ??= collectOfProcess();
  const registries = [ofProcess, new Registry()] as const;
  const [, registry] = registries;
  const requests = new Histogram({
    name: 'gatehouse_http_request_duration_seconds',
    help: 'How long requests take, by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const tokens = new Counter({
    name: 'gatehouse_token_requests_total',
    help: 'Token requests, by grant type and result.',
    labelNames: ['grant_type', 'result'],
    registers: [registry],
  });
  new Counter({
    name: 'gatehouse_database_statements_total',
    help: 'Statements sent to the database.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(database.queryCount());
    },
  });
  const jobs = new Histogram({
    name: 'gatehouse_job_duration_seconds',
    help: 'How long jobs run, by name and result.',
    labelNames: ['job', 'result'],
    buckets: [0.01, 0.05, 0.25, 1, 5, 30, 300, 3600],
    registers: [registry],
  });
  return {
    observeJob: (job: string, result: 'success' | 'error', milliseconds: number) =>
      jobs.observe({ job, result }, milliseconds / 1000),
    /** Collected when the metrics are read. */
    watchJobs: (countJobs: () => Promise<Array<{ name: string; state: string; count: number }>>) =>
      new Gauge({
        name: 'gatehouse_jobs',
        help: 'Jobs that are not done, by name and state.',
        labelNames: ['job', 'state'],
        // Every worker counts the same table.
        aggregator: 'max',
        registers: [registry],
        async collect() {
          this.reset();
          for (const { name, state, count } of await countJobs()) this.set({ job: name, state }, count);
        },
      }),
    observeRequest: (method: string, route: string, status: number, milliseconds: number) =>
      requests.observe({ method, route, status }, milliseconds / 1000),
    countToken: (grantType: string, result: 'success' | 'error') =>
      tokens.inc({ grant_type: grantType, result }),
    contentType: registry.contentType,
    print: cluster.isWorker ? printAllWorkers(registries) : () => printAll(registries),
  };
};

const printAll = async (registries: readonly Registry[]) =>
  (await Promise.all(registries.map(registry => registry.metrics()))).join('\n');
