import {
  type DnsRecord,
  type DomainStatus,
  maximumDomains,
  type domains as rows,
} from '@gatehouse/contract/domains.ts';
import { dayMs } from '@gatehouse/contract/duration.ts';
import { generateId } from '@gatehouse/contract/ids.ts';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { DomainRow } from '../../custom-domains/custom-domains.ts';
import type { DomainProblem } from '../../database/configuration-tables.ts';
import type { JsonObject } from '../../database/row-types.ts';
import type { Tables } from '../../database/tables.ts';
import { errorBody, languageOf } from '../../http/errors.ts';
import { ownTransactions } from '../../http/implement.ts';
import { isBelow, ownHostnames } from '../../http/tenant-address.ts';
import { RequestError } from '../../request-error.ts';
import type { Services } from '../../services.ts';

/** Direct: DNS and the edge network are asked outside of transactions. */
export const domains = ownTransactions<typeof rows>({
  async list({ tenant, request }) {
    const found = await tenant.database.read(db =>
      ownDomains(db).selectAll().orderBy('createdAt').orderBy('id').execute(),
    );
    return Promise.all(found.map(row => presentDomain(row, request)));
  },

  async create({ body, tenant, services, origin, request }) {
    const domain = body.domain.toLowerCase();
    refuseOwnDomain(domain, services);
    await tenant.database.read(requireRoom);
    const { customDomains, tenants } = services;
    // Before any outside lookup. A domain that is only claimed blocks no other tenant.
    if (await tenants.atDomain(domain)) throw new RequestError('domain.hostname_already_exists');
    const target = new URL(tenants.endpointOf(tenant.id)).hostname;
    const { dnsRecords, data } = await customDomains.register(domain, target);
    const row = { id: generateId(), domain, dnsRecords, cloudflareData: data };
    try {
      const created = await tenant.database.write(origin, async tx => {
        tx.object('domain', row.id, domain);
        return tx.insert('domains', row);
      });
      return presentDomain(created, request);
    } catch (error) {
      await customDomains.release(row);
      throw error;
    }
  },

  read: async ({ tenant, params, request }) =>
    presentDomain(await tenant.database.read(db => findDomain(db, params.id)), request),

  async check({ tenant, params, services, request }) {
    const row = await tenant.database.read(db => findDomain(db, params.id));
    return presentDomain(await services.customDomains.check(row), request);
  },

  async delete({ tenant, params, services, origin }) {
    const row = await tenant.database.read(db =>
      ownDomains(db).selectAll().where('id', '=', params.id).executeTakeFirst(),
    );
    if (!row) throw new RequestError('entity.not_found');
    await services.customDomains.release(row);
    await tenant.database.write(origin, tx => {
      tx.object('domain', row.id, row.domain);
      return tx.delete('domains', { id: row.id });
    });
  },

  async deleteStale({ tenant, body, services, origin }) {
    const staleSince = Date.now() - body.staleDays * dayMs;
    const scanned = await tenant.database.read(db =>
      ownDomains(db).selectAll().where('createdAt', '<', staleSince).execute(),
    );
    const stale = scanned.filter(({ status }) => status !== 'Active');
    const released = await Promise.allSettled(stale.map(services.customDomains.release));
    const gone = stale.filter((_, index) => released[index]?.status === 'fulfilled');
    await tenant.database.write(origin, async tx => {
      for (const { id } of gone) await tx.delete('domains', { id });
    });
    return {
      scannedCount: scanned.length,
      deletedCount: gone.length,
      skippedActiveCount: scanned.length - stale.length,
      failedCount: stale.length - gone.length,
    };
  },

  async listVerificationFiles({ tenant, params }) {
    const { verificationFiles } = await tenant.database.read(db => findDomain(db, params.id));
    return verificationFiles as VerificationFiles;
  },

  async replaceVerificationFiles({ tenant, params, body, origin }) {
    const domain = await tenant.database.write(origin, tx => {
      tx.object('domain', params.id);
      return tx.update('domains', { id: params.id }, body as { verificationFiles: JsonObject[] });
    });
    if (!domain) throw new RequestError('entity.not_exists');
    return domain.verificationFiles as VerificationFiles;
  },
});

type VerificationFiles = { path: string; content: string; contentType: 'text/plain' | 'application/json' }[];

/** Describes problems in the caller's language. */
export const presentDomain = async (row: DomainRow, { headers }: FastifyRequest) => {
  const language = languageOf(headers['accept-language']);
  const sentences = await Promise.all(
    (row.problems as DomainProblem[]).map(async ({ code, data }) => {
      const { message } = await errorBody(new RequestError(code, { data }), language);
      return message;
    }),
  );
  return {
    id: row.id,
    domain: row.domain,
    status: row.status as DomainStatus,
    errorMessage: sentences.join(' ').slice(0, 1024) || null,
    dnsRecords: row.dnsRecords as DnsRecord[],
    createdAt: row.createdAt,
  };
};

/** Domains of the tenant's own pages. Protected applications have separate rows. */
const ownDomains = (db: Kysely<Tables>) => db.selectFrom('domains').where('applicationId', 'is', null);

const findDomain = async (db: Kysely<Tables>, id: string) => {
  const domain = await ownDomains(db).selectAll().where('id', '=', id).executeTakeFirst();
  if (!domain) throw new RequestError('entity.not_exists_with_id', { data: { name: 'domain', id } });
  return domain;
};

const requireRoom = async (db: Kysely<Tables>) => {
  const { count } = await ownDomains(db)
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= maximumDomains)
    throw new RequestError('domain.exceed_domain_limit', { data: { limit: maximumDomains } });
};

export const refuseOwnDomain = (domain: string, { env }: Services) => {
  if (isBelow(domain, ownHostnames(env))) throw new RequestError('domain.domain_is_not_allowed');
};
