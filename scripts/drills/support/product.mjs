import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { program, startProduct } from '../../../e2e/support/product.ts';
import { freePort } from '../../../packages/server/src/http/testing/free-port.ts';

/**
 * The built product with ports and a folder that stay the same from one start to the next, so that it can be killed and
 * started again. `url`: its PostgreSQL; the embedded database otherwise. `endpoint`: where clients reach it, if through
 * something in front of it.
 */
export const createProduct = async (context, { name = 'product', url, endpoint, env = {} } = {}) => {
  const ports = [await freePort(), await freePort()];
  const dataDir = join(context.directory, name);
  mkdirSync(dataDir, { recursive: true });
  const options = {
    ports,
    dataDir,
    databaseUrl: url,
    keepData: true,
    env: { ...(endpoint ? { ENDPOINT: endpoint, TRUST_PROXY: '1' } : {}), ...env },
  };
  const product = {
    endpoint: endpoint ?? `http://localhost:${ports[0]}`,
    port: ports[0],
    dataDir,
    running: undefined,
    starting: undefined,
    /** Starts it and gives the milliseconds until it was ready. */
    async start() {
      const starting = startProduct(options);
      product.starting = starting;
      product.running = await starting;
      return product.running.readyMilliseconds;
    },
    async kill() {
      const child = product.running.process;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    /** Runs a command of the product beside it, with the same settings. */
    async command(...parameters) {
      const { stdout } = await promisify(execFile)(process.execPath, [program, ...parameters], {
        env: product.running.env,
      });
      return stdout;
    },
  };
  context.defer(async () => {
    await product.starting?.catch(() => undefined);
    if (product.running) await product.kill();
  });
  return product;
};

/** The key that several processes share. */
export const createSecretKey = () => randomBytes(32).toString('base64');
