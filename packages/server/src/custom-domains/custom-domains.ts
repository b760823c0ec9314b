import { hourMs, minuteMs } from '@gatehouse/contract/duration.ts';
import type { Selectable } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { systemOrigin } from '../domain/origins.ts';
import type { Environment } from '../env.ts';
import type { Logger } from '../log.ts';
import { createCloudflare } from './cloudflare.ts';
import { createDns } from './dns.ts';
import type { Hostnames, Standing } from './hostnames.ts';
import { createOwnProxy } from './own-proxy.ts';

export type DomainRow = Selectable<Tables['domains']>;
export type CustomDomains = ReturnType<typeof createCustomDomains>;

const batchSize = 50;
/** Records are usually set soon after a domain is added, or much later. */
const eagerMs = 24 * hourMs;

/** Custom domains of all tenants: at Cloudflare if its keys are set, else behind your own proxy. */
export const createCustomDomains = ({
  env,
  database,
  logger,
  now,
}: {
  env: Environment;
  database: Database;
  logger: Logger;
  now(): number;
}) => {
  const hostnames = chooseHostnames(env);

  /**
   * Checks the domain and stores its status. If the check is inconclusive, the status stays. Several tenants can claim
   * a name: it belongs to the one whose records are correct first, as long as they are.
   */
  const check = async (row: DomainRow): Promise<DomainRow> => {
    const standing = await hostnames.inspect(describe(row)).catch((error: unknown) => {
      logger.warn({ err: error, domain: row.domain }, 'a domain could not be checked');
      return undefined;
    });
    if (standing?.problems.some(({ code }) => code === 'domain.hostname_already_exists'))
      await giveBackLapsed(row);
    const patch = { ...standing, checkedAt: now() };
    return settle(row, patch).catch((error: unknown) => {
      if (!isTaken(error)) throw error;
      return settle(row, { ...patch, status: 'Error', problems: [{ code: 'domain.domain_in_use' }] });
    });
  };

  /** A name whose records are wrong by now is no longer another tenant's: the next look can take it. */
  const giveBackLapsed = async ({ domain, tenantId }: DomainRow) => {
    const lapsed = await database.system(db =>
      db
        .updateTable('domains')
        .set({ cloudflareData: null })
        .from(sub => sub.selectFrom('domains').selectAll().as('before'))
        .whereRef('before.tenantId', '=', 'domains.tenantId')
        .whereRef('before.id', '=', 'domains.id')
        .where('domains.domain', '=', domain)
        .where('domains.tenantId', '!=', tenantId)
        .where('domains.status', '=', 'Error')
        .where('domains.cloudflareData', 'is not', null)
        .returning('before.cloudflareData')
        .execute(),
    );
    for (const { cloudflareData } of lapsed) await hostnames.release(cloudflareData);
  };

  const settle = async (row: DomainRow, patch: Patch): Promise<DomainRow> => {
    const columns = patchColumns(patch);
    await database.tenant(row.tenantId).write(systemOrigin('domains'), async tx => {
      await tx.db.updateTable('domains').set(columns).where('id', '=', row.id).execute();
      if (!patch.status || patch.status === row.status) return;
      tx.invalidate('domains');
      // The cached client lists the hosts of a protected application.
      if (row.applicationId) tx.invalidate('clients');
    });
    return { ...row, ...columns };
  };

  return {
    register: hostnames.register,
    release: ({ cloudflareData }: Pick<DomainRow, 'cloudflareData'>) => hostnames.release(cloudflareData),
    /** For a tenant that is about to go. What cannot be given back now does not keep it. */
    async releaseAll(tenantId: string) {
      const rows = await database.tenant(tenantId).read(db => db.selectFrom('domains').selectAll().execute());
      for (const { domain, cloudflareData } of rows) {
        await hostnames
          .release(cloudflareData)
          .catch((error: unknown) => logger.error({ err: error, domain }, 'a domain was not given back'));
      }
    },
    check,
    /** Looks at every domain whose time has come. Two processes never look at the same one. */
    async runDue() {
      for (const row of await claimDue(database, now())) await check(row);
    },
  };
};

const describe = ({ domain, status, dnsRecords, cloudflareData }: DomainRow) => ({
  domain,
  status,
  dnsRecords,
  data: cloudflareData,
});

/** Another tenant has proved the name. */
const isTaken = (error: unknown) =>
  error instanceof Error && 'constraint' in error && error.constraint === 'domains_host';

type Patch = Partial<Standing> & { checkedAt: number };

const patchColumns = ({ checkedAt, status, problems, data }: Patch) => ({
  checkedAt,
  ...(data ? { cloudflareData: data } : {}),
  ...(status ? { status, problems } : {}),
});

/** New ones every minute, the others every hour. */
const claimDue = (database: Database, now: number) =>
  database.system(db =>
    db
      .updateTable('domains')
      .set({ checkedAt: now })
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('tenantId', 'id'),
          'in',
          selectFrom('domains')
            .select(['tenantId', 'id'])
            .where(({ and, or }) =>
              or([
                eb('checkedAt', 'is', null),
                eb('checkedAt', '<=', now - hourMs),
                and([
                  eb('status', '!=', 'Active'),
                  eb('createdAt', '>', now - eagerMs),
                  eb('checkedAt', '<=', now - minuteMs),
                ]),
              ]),
            )
            .orderBy('checkedAt', order => order.asc().nullsFirst())
            .limit(batchSize)
            .forUpdate()
            .skipLocked()
            .$asTuple('tenantId', 'id'),
        ),
      )
      .returningAll()
      .execute(),
  );

const chooseHostnames = (env: Environment): Hostnames => {
  const dns = createDns(env.GATEHOUSE_DNS_SERVER);
  const { CLOUDFLARE_API_TOKEN: token, CLOUDFLARE_ZONE_ID: zoneId, CLOUDFLARE_CNAME_TARGET: target } = env;
  if (token && zoneId && target)
    return createCloudflare({ dns, token, zoneId, target, apiUrl: env.CLOUDFLARE_API_URL });
  return createOwnProxy({ dns, endpoint: env.ENDPOINT });
};
