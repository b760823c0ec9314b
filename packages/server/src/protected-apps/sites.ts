import type { ProtectedAppMetadata } from '@gatehouse/contract/client-metadata.ts';
import { verifiedStatuses } from '@gatehouse/contract/domains.ts';
import { type PathPattern, parsePathPattern } from '@gatehouse/contract/path-patterns.ts';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { createCache } from '../domain/cache.ts';

/** A protected application as the proxy sees it. */
export type Site = {
  tenantId: string;
  applicationId: string;
  name: string;
  settings: Omit<ProtectedAppMetadata, 'customDomains'>;
  /** The paths that need a sign-in; without any, all do. */
  guarded: readonly PathPattern[];
};
export type Sites = ReturnType<typeof createSites>;

const topics = ['clients', 'domains', 'tenant', '*'];

/** Finds protected applications by the host of a request, for all tenants. */
export const createSites = (database: Database) => {
  /** `null` is kept too, because every request to an unknown host would ask again. */
  const byHost = createCache<Site | null>(async host => {
    const row = await database.system(
      async db => (await findByHost(db, host)) ?? (await findByDomain(db, host)),
    );
    if (!row?.protectedAppMetadata) return null;
    const settings = row.protectedAppMetadata as Site['settings'];
    return {
      tenantId: row.tenantId,
      applicationId: row.id,
      name: row.name,
      settings,
      // A rule that cannot be read guards everything rather than nothing.
      guarded: settings.pageRules.map(({ path }) => parsePathPattern(path) ?? (() => true)),
    };
  });
  const close = database.onInvalidate((_, topic) => {
    if (topics.includes(topic)) byHost.clear();
  });
  return { at: byHost.get, close };
};

const columns = [
  'applications.tenantId',
  'applications.id',
  'applications.name',
  'applications.protectedAppMetadata',
] as const;

const findByHost = (db: Kysely<Tables>, host: string) =>
  db
    .selectFrom('applications')
    .select(columns)
    .where(sql`protected_app_metadata ->> 'host'`, '=', host)
    .executeTakeFirst();

const findByDomain = (db: Kysely<Tables>, domain: string) =>
  db
    .selectFrom('domains')
    .innerJoin('applications', join =>
      join
        .onRef('applications.tenantId', '=', 'domains.tenantId')
        .onRef('applications.id', '=', 'domains.applicationId'),
    )
    .select(columns)
    .where(sql`lower(domains.domain)`, '=', domain)
    .where('domains.status', 'in', verifiedStatuses)
    .executeTakeFirst();
