import type { Application, ApplicationType } from '@gatehouse/contract/applications.ts';
import {
  type ProtectedAppMetadata,
  type SiteDomain,
  siteSessionLimits,
} from '@gatehouse/contract/client-metadata.ts';
import { generateId } from '@gatehouse/contract/ids.ts';
import { parsePathPattern } from '@gatehouse/contract/path-patterns.ts';
import type { protectedApps as rows } from '@gatehouse/contract/protected-apps.ts';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { DomainRow } from '../../custom-domains/custom-domains.ts';
import type { JsonObject } from '../../database/row-types.ts';
import type { Tables } from '../../database/tables.ts';
import { findApplication } from '../../domain/applications.ts';
import { ownTransactions } from '../../http/implement.ts';
import { isBelow } from '../../http/tenant-address.ts';
import { OutgoingError } from '../../outgoing/outgoing.ts';
import { RequestError } from '../../request-error.ts';
import type { Services } from '../../services.ts';
import { presentDomain, refuseOwnDomain } from './domains.ts';

export const protectedApps = ownTransactions<typeof rows>({
  async listDomains({ tenant, params, services, request }) {
    requireDomain(services);
    const found = await tenant.database.read(async db => {
      await findSite(db, params.id);
      return domainsOf(db, [params.id]);
    });
    return Promise.all(
      found.map(async row => {
        const current = row.status === 'Active' ? row : await services.customDomains.check(row);
        return presentSiteDomain(current, request);
      }),
    );
  },

  async addDomain({ tenant, params, body, services, origin, request }) {
    requireDomain(services);
    const domain = body.domain.toLowerCase();
    refuseOwnDomain(domain, services);
    const { host } = await tenant.database.read(async db => {
      const site = await findSite(db, params.id);
      const [known] = await domainsOf(db, [params.id]);
      if (known) throw new RequestError('domain.limit_to_one_domain');
      return site;
    });
    const { customDomains, tenants, sites } = services;
    if ((await tenants.atDomain(domain)) ?? (await sites.at(domain)))
      throw new RequestError('domain.hostname_already_exists');
    const { dnsRecords, data } = await customDomains.register(domain, host);
    const row = { id: generateId(), domain, applicationId: params.id, dnsRecords, cloudflareData: data };
    try {
      const added = await tenant.database.write(origin, tx => {
        tx.object('application', params.id);
        return tx.insert('domains', row);
      });
      return presentSiteDomain(added, request);
    } catch (error) {
      await customDomains.release(row);
      throw error;
    }
  },

  async removeDomain({ tenant, params, services, origin }) {
    const rows = await tenant.database.read(async db => {
      await findSite(db, params.id);
      return domainsOf(db, [params.id]);
    });
    const row = rows.find(({ domain }) => domain === params.domain.toLowerCase());
    if (!row) throw new RequestError('application.custom_domain_not_found');
    await services.customDomains.release(row);
    await tenant.database.write(origin, tx => {
      tx.object('application', params.id);
      return tx.delete('domains', { id: row.id });
    });
  },

  async readSystem({ services }) {
    return { protectedApps: { defaultDomain: requireDomain(services) } };
  },
});

/** The settings stored for a new protected site. */
export const describeSite = async (
  { subDomain, origin }: { subDomain: string; origin: string },
  type: ApplicationType,
  services: Services,
): Promise<JsonObject> => {
  if (type !== 'Protected') throw new RequestError('application.protected_application_only');
  const host = `${subDomain.toLowerCase()}.${requireDomain(services)}`;
  await requireOutside(origin, services);
  return { host, origin, sessionDuration: siteSessionLimits.usual, pageRules: [] };
};

export const updateSite = async (
  application: { type: string; protectedAppMetadata: JsonObject | null },
  changes: Partial<ProtectedAppMetadata> | null,
  services: Services,
): Promise<JsonObject> => {
  if (application.type !== 'Protected') throw new RequestError('application.protected_application_only');
  if (!changes || !application.protectedAppMetadata)
    throw new RequestError('application.protected_application_misconfigured');
  requirePatterns(changes.pageRules ?? []);
  if (changes.origin !== undefined) await requireOutside(changes.origin, services);
  return { ...application.protectedAppMetadata, ...changes };
};

const requirePatterns = (rules: ProtectedAppMetadata['pageRules']) => {
  const violations = rules.flatMap(({ path }, index) =>
    parsePathPattern(path)
      ? []
      : [
          {
            path: `protectedAppMetadata.pageRules.${index}.path`,
            code: 'validation.path_pattern' as const,
            values: {},
          },
        ],
  );
  if (violations.length > 0) throw new RequestError('guard.invalid_input', { violations });
};

/** Custom domains have their own rows, like those of tenants. */
export const presentSites = async (
  db: Kysely<Tables>,
  applications: Application[],
  request: FastifyRequest,
): Promise<Application[]> => {
  const ids = applications.filter(({ protectedAppMetadata }) => protectedAppMetadata).map(({ id }) => id);
  const rows = ids.length > 0 ? await domainsOf(db, ids) : [];
  return Promise.all(
    applications.map(async application => {
      const site = application.protectedAppMetadata;
      if (!site) return application;
      const own = rows.filter(({ applicationId }) => applicationId === application.id);
      const customDomains = await Promise.all(own.map(row => presentSiteDomain(row, request)));
      return { ...application, protectedAppMetadata: { ...site, customDomains } };
    }),
  );
};

const presentSiteDomain = async (row: DomainRow, request: FastifyRequest): Promise<SiteDomain> => {
  const { domain, status, errorMessage, dnsRecords } = await presentDomain(row, request);
  return { domain, status, errorMessage, dnsRecords, cloudflareData: row.cloudflareData };
};

const requireDomain = ({ env }: Services) => {
  if (!env.PROTECTED_APPS_DOMAIN) throw new RequestError('application.protected_app_not_configured');
  return env.PROTECTED_APPS_DOMAIN;
};

const domainsOf = (db: Kysely<Tables>, applicationIds: string[]) =>
  db.selectFrom('domains').selectAll().where('applicationId', 'in', applicationIds).execute();

const findSite = async (db: Kysely<Tables>, id: string) => {
  const { type, protectedAppMetadata: site } = await findApplication(db, id);
  if (type !== 'Protected') throw new RequestError('application.protected_application_only');
  if (!site) throw new RequestError('application.protected_application_misconfigured');
  return site as ProtectedAppMetadata;
};

const lookupMs = 2000;

/**
 * Neither ourselves, which would go round in circles, nor a private network in the cloud. Every connection is checked
 * again when it is made; here its owner is told early, if DNS knows the name by now.
 */
const requireOutside = async (origin: string, services: Services) => {
  const { env, outgoing } = services;
  const refuse = (code: 'validation.own_origin' | 'validation.private_origin') => {
    const violations = [{ path: 'protectedAppMetadata.origin', code, values: {} }];
    throw new RequestError('guard.invalid_input', { violations });
  };
  const { hostname, host } = new URL(origin);
  const listeners = [env.ENDPOINT, env.ADMIN_ENDPOINT].map(address => new URL(address).host);
  const isOwn = listeners.includes(host) || isBelow(hostname, [requireDomain(services)]);
  if (isOwn) refuse('validation.own_origin');
  const late = new Promise<void>(resolve => setTimeout(resolve, lookupMs).unref());
  const lookup = outgoing.resolve(hostname.replace(/^\[|\]$/g, '')).then(
    () => undefined,
    (error: unknown) => error,
  );
  if ((await Promise.race([lookup, late])) instanceof OutgoingError) refuse('validation.private_origin');
};
