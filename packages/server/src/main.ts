import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
// Not by their names: an older Node, which lacks them, would end here and not say why.
import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { OutsideConnectorError } from './connectors/outside-error.ts';
import { DirectoryLockedError } from './database/embedded/lock.ts';
import { SecretKeyError } from './database/fitting-key.ts';
import { openDatabase } from './database/open.ts';
import { DatabaseUnavailableError } from './database/unavailable.ts';
import { openVault } from './database/vault.ts';
import { type Environment, parseEnvironment } from './env.ts';
import { EnvironmentError } from './env-error.ts';
import { isOnThisMachine } from './http/forwarded.ts';
import { consoleAddress } from './http/tenant-address.ts';
import { createLogger, type Logger } from './log.ts';
import { isStarted } from './node-version.ts';
import { runWorkers } from './workers.ts';

/** Longer than requests in flight may take, shorter than those who start processes wait before they kill. */
const stopTimeoutMs = 25_000;

/** Starts the server and returns when it answers; `stop` ends it in an orderly way. */
const start = async (env: Environment) => {
  const logger = createLogger(env.LOG_LEVEL);
  // The next start finds the code compiled. The directory is made by others, with rights that keep strangers out.
  if (existsSync(env.GATEHOUSE_DATA_DIR))
    nodeModule.enableCompileCache(join(env.GATEHOUSE_DATA_DIR, 'compiled'));
  const { database, vault } = await open(env, logger);
  const { serve } = await import('./serve.ts');
  const server = await serve({ env, database, vault, logger });
  // Node keeps it at the end of a process, which one that is killed does not have.
  nodeModule.flushCompileCache();
  return { ...server, logger };
};

const open = async (env: Environment, logger: Logger) => {
  const vault = await openVault(env);
  const database = await openDatabase({
    url: env.DATABASE_URL,
    directUrl: env.DATABASE_DIRECT_URL,
    replicaUrls: env.DATABASE_REPLICA_URLS,
    dataDir: env.GATEHOUSE_DATA_DIR,
    vault,
    logger,
    // The code that serves is loaded while the database starts.
    onStarting: () => void import('./serve.ts'),
  });
  return { database, vault };
};

const run = async () => {
  const env = parseEnvironment(process.env);
  if (env.GATEHOUSE_WORKERS > 1 && cluster.isPrimary)
    return runWorkers(env.GATEHOUSE_WORKERS, () => process.stdout.write(describeAddresses(env)));
  const { app, logger, setupCode, stop } = await start(env);
  // A rejected promise without a handler, such as one in a connector package, must not end the process.
  process.on('unhandledRejection', error =>
    logger.error({ err: error }, 'a rejected promise was left alone'),
  );
  // Every process knows the same setup code. The first of several workers prints it, below the addresses of the primary.
  if (cluster.isPrimary) process.stdout.write(describeAddresses(env) + describeSetupCode(setupCode));
  else if (cluster.worker?.id === 1) process.stdout.write(describeSetupCode(setupCode));
  let stopping = false;
  const end = async () => {
    if (stopping) return;
    stopping = true;
    // Work that waits for an unresponsive database must not keep the process alive.
    setTimeout(() => {
      logger.error('the process did not come to its end in time and was stopped');
      process.exit(1);
    }, stopTimeoutMs);
    await stop();
    process.exit(0);
  };
  // An operator at the terminal does not wait.
  process.on('SIGINT', end);
  process.on('SIGTERM', () => app.leave().then(end));
};

const describeAddresses = (env: Environment) => {
  const console = consoleAddress(env);
  const mailbox = isOnThisMachine(env) ? `  Mailbox          ${env.ADMIN_ENDPOINT}/mailbox\n` : '';
  return `\n  Console          ${console}\n  Tenant endpoint  ${env.ENDPOINT}\n${mailbox}\n`;
};

const describeSetupCode = (code: string | undefined) =>
  code
    ? `  Setup code       ${code}\n  The welcome page asks for it unless you open it on this machine by localhost.\n\n`
    : '';

if (isStarted(import.meta)) {
  await run().catch((error: unknown) => {
    // Errors that the operator can fix are one sentence. Others come with a stack trace.
    const isPlain = [EnvironmentError, DirectoryLockedError, OutsideConnectorError, SecretKeyError].some(
      kind => error instanceof kind,
    );
    const isAway = error instanceof DatabaseUnavailableError;
    if (isAway)
      process.stderr.write(`${error.message}\nRun \`npm run gatehouse -- doctor\` to see what is wrong.\n`);
    else
      process.stderr.write(
        `${isPlain ? (error as Error).message : ((error as Error)?.stack ?? String(error))}\n`,
      );
    process.exit(1);
  });
}
