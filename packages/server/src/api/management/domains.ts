import { type Domain, maximumDomains, type domains as rows } from '@gatehouse/contract/domains.ts';
import { generateId } from '@gatehouse/contract/ids.ts';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { RequestError } from '../../domain/request-error.ts';
import type { Handlers } from '../../http/implement.ts';
import type { Services } from '../../http/services.ts';

export const domains: Handlers<typeof rows> = {
  async list({ db }) {
    const found = await db.selectFrom('domains').selectAll().orderBy('createdAt').orderBy('id').execute();
    return found.map(present);
  },

  async create({ tx, db, body, tenant, services }) {
    const domain = body.domain.toLowerCase();
    refuseOwnDomain(domain, services);
    const { count } = await db
      .selectFrom('domains')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (count >= maximumDomains) throw new RequestError('domain.exceed_domain_limit');
    const target = new URL(tenant.endpoint).hostname;
    const dnsRecords = [{ name: domain, type: 'CNAME', value: target }];
    return present(await tx.insert('domains', { id: generateId(), domain, dnsRecords }));
  },

  read: async ({ db, params }) => present(await findDomain(db, params.id)),

  async delete({ tx, params }) {
    const deleted = await tx.delete('domains', { id: params.id });
    if (deleted.length === 0) throw new RequestError('entity.not_found');
  },

  async deleteStale({ tx, db, body }) {
    const staleSince = Date.now() - body.staleDays * 86_400_000;
    const scanned = await db.selectFrom('domains').selectAll().where('createdAt', '<', staleSince).execute();
    const stale = scanned.filter(({ status }) => status !== 'Active');
    for (const { id } of stale) await tx.delete('domains', { id });
    return {
      scannedCount: scanned.length,
      deletedCount: stale.length,
      skippedActiveCount: scanned.length - stale.length,
      failedCount: 0,
    };
  },

  async listVerificationFiles({ db, params }) {
    const { verificationFiles } = await findDomain(db, params.id);
    return verificationFiles as VerificationFiles;
  },

  async replaceVerificationFiles({ tx, params, body }) {
    const domain = await tx.update('domains', { id: params.id }, body);
    if (!domain) throw new RequestError('entity.not_exists');
    return domain.verificationFiles as VerificationFiles;
  },
};

type VerificationFiles = { path: string; content: string; contentType: 'text/plain' | 'application/json' }[];

const present = (row: Selectable<Tables['domains']>) => row as unknown as Domain;

const findDomain = async (db: Kysely<Tables>, id: string) => {
  const domain = await db.selectFrom('domains').selectAll().where('id', '=', id).executeTakeFirst();
  if (!domain) throw new RequestError('entity.not_exists_with_id', { data: { name: 'domain', id } });
  return domain;
};

/** The product's own hosts, and names below them, are not for tenants to take. */
const refuseOwnDomain = (domain: string, { env }: Services) => {
  const own = [env.ENDPOINT, env.ADMIN_ENDPOINT].map(address => new URL(address).hostname);
  if (own.some(host => domain === host || domain.endsWith(`.${host}`))) {
    throw new RequestError('domain.domain_is_not_allowed');
  }
};
