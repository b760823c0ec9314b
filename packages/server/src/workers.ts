import cluster from 'node:cluster';
import { answerWorkers } from './metrics/all-workers.ts';

const firstDelayMs = 500;
const longestDelayMs = 30_000;

/**
 * One process for each core that is wanted; one that dies is replaced. PostgreSQL only: the embedded one has one owner.
 * One that ends before it has served says why. While none has ever served, another try would end the same way; later it is
 * the database that is away, and comes back.
 */
export const runWorkers = (count: number, whenServing: () => void) => {
  let stopping = false;
  let hasServed = false;
  let failures = 0;
  answerWorkers();
  for (let started = 0; started < count; started += 1) cluster.fork();
  cluster.on('listening', () => {
    if (!hasServed) whenServing();
    hasServed = true;
    failures = 0;
  });
  cluster.on('exit', (_, code) => {
    if (stopping) return;
    const delay = Math.min(longestDelayMs, firstDelayMs * 2 ** failures);
    failures += 1;
    if (!hasServed && failures >= count) process.exit(code || 1);
    setTimeout(() => !stopping && cluster.fork(), delay);
  });
  const end = () => {
    stopping = true;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.kill('SIGTERM');
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
};
