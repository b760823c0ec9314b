import { existsSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { regions } from '@gatehouse/contract/regions.ts';
import type pg from 'pg';
import type { ChainReport } from '../database/chain/verify.ts';
import { verifyTenants } from '../database/chain/verify-tenants.ts';
import { askServer, isServed } from '../database/embedded/control.ts';
import { DirectoryLockedError } from '../database/embedded/lock.ts';
import { findSealingKey } from '../database/fitting-key.ts';
import { listPendingMigrations, PendingMigrationsError } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { withPool } from '../database/pool.ts';
import { findWallGaps, hasTenantRole, tenantRole } from '../database/tenant-wall.ts';
import { openVault, secretKeyPath } from '../database/vault.ts';
import type { Environment } from '../env.ts';
import { checkApplications } from './doctor-applications.ts';
import { inspectDatabase } from './doctor-database.ts';
import type { Check, Finding } from './doctor-finding.ts';
import { checkReplicas } from './doctor-replicas.ts';

const checkConfiguration = async (env: Environment): Promise<Finding> => {
  const isLocal = env.ENDPOINT.startsWith('http://localhost');
  const found = `${env.GATEHOUSE_EDITION} edition, ${env.ENDPOINT} and ${env.ADMIN_ENDPOINT}`;
  if (isLocal || env.ENDPOINT.startsWith('https://')) return { status: 'good', found };
  return {
    status: 'warning',
    found,
    fix: 'Use https in ENDPOINT: browsers keep cookies of plain http from many uses.',
  };
};

const minimumVersion = 150_000;
const applyMigrations = 'Run `npm run gatehouse -- migrate`, or start the server.';

const checkPostgresql = (url: string) =>
  examine(url).catch(({ message }: Error) => {
    throw new Error(`${message || 'No connection'}: check DATABASE_URL and that PostgreSQL runs.`);
  });

const examine = (url: string) =>
  withPool(
    { connectionString: url, max: 1, connectionTimeoutMillis: 5000 },
    async (pool): Promise<Finding> => {
      const { rows } = await pool.query(
        "select current_setting('server_version_num')::int as number, version() as name",
      );
      const found = String(rows[0].name).split(' on ')[0]!;
      if (rows[0].number < minimumVersion)
        return { status: 'bad', found, fix: 'Use PostgreSQL 15 or newer.' };
      const pending = await listPendingMigrations(pool);
      if (pending.length) {
        const { message } = new PendingMigrationsError(pending);
        return { status: 'warning', found: `${found}, ${message}`, fix: applyMigrations };
      }
      const gaps = await findWallGaps(pool);
      if (gaps.length) {
        return {
          status: 'bad',
          found: `${found}, up to date, but the wall between tenants has gaps: ${gaps.join(', ')}`,
          fix: applyMigrations,
        };
      }
      if (!(await hasSearchIndex(pool))) {
        return {
          status: 'warning',
          found: `${found}, up to date, without an index to search users by`,
          fix: "Install PostgreSQL's contrib modules, then create the index users_search as the migration 0002-users.sql does.",
        };
      }
      if (await hasTenantRole(pool)) return { status: 'good', found: `${found}, up to date` };
      return {
        status: 'warning',
        found: `${found}, up to date, without the role ${tenantRole}: the tenant wall binds the owner instead, which is slower`,
        fix: `As a superuser: create role ${tenantRole} nologin; grant ${tenantRole} to <our user>; then start the server.`,
      };
    },
  );

/** The migration of the users continues without it where the extension that it needs is missing. */
const hasSearchIndex = async (pool: pg.Pool) => {
  const { rows } = await pool.query("select to_regclass('users_search') is not null as exists");
  return rows[0].exists;
};

const checkEmbedded = async (dataDir: string): Promise<Finding> => {
  const directory = resolve(dataDir);
  if (!existsSync(directory)) return { status: 'good', found: `embedded, will be made in ${directory}` };
  if (await isServed(dataDir))
    return { status: 'good', found: `embedded in ${directory}, in use by the running server` };
  try {
    await (await openDatabase({ dataDir, migrates: false })).close();
    return { status: 'good', found: `embedded in ${directory}, up to date` };
  } catch (error) {
    if (error instanceof PendingMigrationsError)
      return { status: 'warning', found: `embedded in ${directory}, ${error.message}`, fix: applyMigrations };
    if (!(error instanceof DirectoryLockedError)) throw error;
    return { status: 'bad', found: error.message, fix: `Wait for process ${error.pid}, or stop it.` };
  }
};

const checkPort =
  (variable: 'PORT' | 'ADMIN_PORT') =>
  async (env: Environment): Promise<Finding> => {
    const port = env[variable];
    if (await isFree(port)) return { status: 'good', found: `${port} is free` };
    const health = await fetch(`http://localhost:${port}/healthz`, {
      signal: AbortSignal.timeout(2000),
    }).catch(() => undefined);
    if (health?.ok) return { status: 'good', found: `${port} is served by Gatehouse` };
    return {
      status: 'bad',
      found: `${port} is taken by another program`,
      fix: `Stop it, or set ${variable} to another port.`,
    };
  };

const checkSecretKey = async (env: Environment): Promise<Finding> => {
  const path = secretKeyPath(env.GATEHOUSE_DATA_DIR);
  if (env.GATEHOUSE_SECRET_KEY) {
    const vault = await openVault(env);
    return { status: 'good', found: `key ${vault.keyId} from GATEHOUSE_SECRET_KEY` };
  }
  if (!existsSync(path)) return { status: 'good', found: `will be made in ${path}` };
  const { mode } = await stat(path);
  if (process.platform !== 'win32' && mode & 0o077) {
    return { status: 'bad', found: `${path} can be read by others`, fix: `chmod 600 ${path}` };
  }
  const vault = await openVault(env);
  const fix = env.DATABASE_URL
    ? 'Give every server the same key: set GATEHOUSE_SECRET_KEY.'
    : 'Keep a copy: without it the secrets are lost.';
  return { status: env.DATABASE_URL ? 'warning' : 'good', found: `key ${vault.keyId} in ${path}`, fix };
};

/** The signing keys must open with the key that we have; a copied database without its key is the usual mishap. */
const checkSigningKeys = async (env: Environment): Promise<Finding> => {
  const dataDir = env.GATEHOUSE_DATA_DIR;
  if (!env.DATABASE_URL && (!existsSync(dataDir) || (await isServed(dataDir)))) {
    return {
      status: 'good',
      found: existsSync(dataDir) ? 'in use by the running server' : 'will be made at the first start',
    };
  }
  return inspectDatabase(env, async (database): Promise<Finding> => {
    const sealedWith = await findSealingKey(database);
    if (!sealedWith) return { status: 'good', found: 'will be made at the first start' };
    const bringBack = 'Bring back the secret.key (or GATEHOUSE_SECRET_KEY) that belongs to this database.';
    if (!env.GATEHOUSE_SECRET_KEY && !existsSync(secretKeyPath(dataDir)))
      return {
        status: 'bad',
        found: `sealed with key ${sealedWith}, and there is no key here`,
        fix: bringBack,
      };
    const vault = await openVault(env);
    if (sealedWith === vault.keyId) return { status: 'good', found: 'can be opened' };
    if (vault.otherKeyIds.includes(sealedWith))
      return {
        status: 'warning',
        found: `can be opened with key ${sealedWith}, which is to be replaced by ${vault.keyId}`,
        fix: 'npm run gatehouse -- secrets reseal',
      };
    return {
      status: 'bad',
      found: `sealed with key ${sealedWith}, but the key in use is ${vault.keyId}`,
      fix: bringBack,
    };
  });
};

/** The newest of each tenant: the whole of a long history takes its time. */
const verifiedLinks = 1000;

const checkChain = async (env: Environment): Promise<Finding> => {
  const dataDir = env.GATEHOUSE_DATA_DIR;
  if (!env.DATABASE_URL && !existsSync(dataDir))
    return { status: 'good', found: 'will begin with the first change' };
  const reports = await readReports(env);
  const broken = reports.find(report => report.break);
  if (broken)
    return {
      status: 'bad',
      found: `the history of tenant ${broken.tenantId} was altered at number ${broken.break?.sequence}`,
      fix: 'npm run gatehouse -- audit verify',
    };
  return {
    status: 'good',
    found: `the newest ${verifiedLinks.toLocaleString('en')} changes of each tenant are intact`,
  };
};

const readReports = async (env: Environment): Promise<ChainReport[]> => {
  const dataDir = env.GATEHOUSE_DATA_DIR;
  const wanted = { last: verifiedLinks };
  const answer = env.DATABASE_URL ? undefined : await askServer(dataDir, 'audit verify', wanted);
  if (answer?.running) return answer.result as ChainReport[];
  return inspectDatabase(env, database => verifyTenants(database, wanted));
};

/** Tenants have a region, but this version has no database for each. */
const checkRegions = async (): Promise<Finding> => ({
  status: 'good',
  found: `${Object.keys(regions).join(', ')} share one database`,
  fix: 'The console says so. Where data has to stay in a region, run an installation of its own there.',
});

const minimumFreeBytes = 512 * 1024 ** 2;

const checkDisk = async (env: Environment): Promise<Finding> => {
  const directory = existsSync(env.GATEHOUSE_DATA_DIR) ? env.GATEHOUSE_DATA_DIR : '.';
  const { bavail, bsize } = await statfs(directory);
  const free = bavail * bsize;
  const found = `${(free / 1024 ** 3).toFixed(1)} GiB free for ${resolve(directory)}`;
  return free > minimumFreeBytes
    ? { status: 'good', found }
    : { status: 'bad', found, fix: 'Make room: the database needs some.' };
};

export const checks: Check[] = [
  { name: 'Configuration', run: checkConfiguration },
  {
    name: 'Database',
    run: env =>
      env.DATABASE_URL ? checkPostgresql(env.DATABASE_URL) : checkEmbedded(env.GATEHOUSE_DATA_DIR),
  },
  { name: 'Replicas', run: checkReplicas },
  { name: 'Regions', edition: 'cloud', run: checkRegions },
  { name: 'Secret key', run: checkSecretKey },
  { name: 'Signing keys', run: checkSigningKeys },
  { name: 'Audit chain', run: checkChain },
  { name: 'Applications', run: checkApplications },
  { name: 'Tenant port', run: checkPort('PORT') },
  { name: 'Console port', run: checkPort('ADMIN_PORT') },
  { name: 'Disk', run: checkDisk },
];

const isFree = (port: number) =>
  new Promise<boolean>(resolve => {
    const probe = createServer()
      .once('error', () => resolve(false))
      .listen(port, () => probe.close(() => resolve(true)));
  });
