import type { Application, applications as rows } from '@gatehouse/contract/applications.ts';
import type { CustomClientMetadata } from '@gatehouse/contract/client-metadata.ts';
import { demoApplicationId, managementRole } from '@gatehouse/contract/dialect.ts';
import type { Role } from '@gatehouse/contract/role.ts';
import type { FastifyRequest } from 'fastify';
import type { Kysely, Selectable } from 'kysely';
import type { Write } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import {
  keepDeviceFlow,
  refuseExchangeOfOthers,
  requireDeviceType,
  requireFitAlgorithm,
  requireOwnHosts,
  requireRotation,
  requireUsableUris,
} from '../../domain/application-rules.ts';
import { createApplication, findApplication } from '../../domain/applications.ts';
import { withRegistrations } from '../../domain/client-registrations.ts';
import { isInReach } from '../../domain/limited-access.ts';
import { inOrder } from '../../domain/listing.ts';
import { fetchSearchedPage } from '../../domain/search.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { Caller } from '../../http/authenticate.ts';
import type { Handlers } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';
import { applicationSecrets } from './application-secrets.ts';
import { describeSite, presentSites, updateSite } from './protected-apps.ts';

export const applications: Handlers<typeof rows> = {
  ...applicationSecrets,

  async list({ db, query, page, caller, sort = '-createdAt', request }) {
    const { types, excludeRoleId, excludeOrganizationId, isThirdParty } = query;
    const found = await fetchSearchedPage(
      db
        .selectFrom('applications')
        .selectAll()
        .where(isInReach(caller, 'applications', 'id'))
        .$if(Boolean(types?.length), q => q.where('type', 'in', types ?? []))
        .$if(isThirdParty !== undefined, q => q.where('isThirdParty', '=', Boolean(isThirdParty)))
        .$if(excludeRoleId !== undefined, q =>
          q.where('id', 'not in', eb =>
            eb
              .selectFrom('applicationsRoles')
              .select('applicationId')
              .where('roleId', '=', excludeRoleId ?? ''),
          ),
        )
        .$if(excludeOrganizationId !== undefined, q =>
          q.where('id', 'not in', eb =>
            eb
              .selectFrom('organizationApplications')
              .select('applicationId')
              .where('organizationId', '=', excludeOrganizationId ?? '')
              .where(isInReach(caller, 'organizations', 'organizationId')),
          ),
        )
        .$call(inOrder(sort)),
      query,
      page,
      { view: 'searchableApplications' },
    );
    const items = await withRegistrations(db, found.items.map(present));
    return { ...found, items: await presentSites(db, items, request) };
  },

  async create({ tx, body, services }) {
    const { protectedAppMetadata: site, ...fields } = body;
    const { application } = await createApplication(tx, services.vault, {
      ...fields,
      ...(site ? { protectedAppMetadata: await describeSite(site, body.type, services) } : {}),
    });
    return present(application);
  },

  async read({ db, params, request, tenant }) {
    if (params.id === demoApplicationId) return describeDemo(tenant);
    const application = await findApplication(db, params.id);
    return presentDetail(db, application, request);
  },

  async update({ tx, db, params, body, services, request, caller }) {
    const { isAdmin, protectedAppMetadata: site, customClientMetadata: custom, ...fields } = body;
    const before = await findApplication(db, params.id);
    if (before.type === 'SAML') throw new RequestError('application.saml.use_saml_app_api');
    requireRotation(before.type, custom);
    requireDeviceType(before.type, custom);
    refuseExchangeOfOthers(before.isThirdParty, custom, before.customClientMetadata as CustomClientMetadata);
    requireFitAlgorithm(custom);
    requireUsableUris(before, body);
    requireOwnHosts(body.oidcClientMetadata);
    if (isAdmin !== undefined) await setAdmin(tx, caller, before, isAdmin);
    const application = await tx.update(
      'applications',
      { id: params.id },
      {
        ...fields,
        ...(custom ? { customClientMetadata: keepDeviceFlow(before, custom) } : {}),
        ...(site === undefined ? {} : { protectedAppMetadata: await updateSite(before, site, services) }),
      },
    );
    if (!application) throw new RequestError('entity.not_exists');
    return presentDetail(db, application, request);
  },

  async delete({ tx, db, params }) {
    const { type } = await findApplication(db, params.id);
    if (type === 'SAML') throw new RequestError('application.saml.use_saml_app_api');
    const domain = await db
      .selectFrom('domains')
      .select('id')
      .where('applicationId', '=', params.id)
      .executeTakeFirst();
    if (domain) throw new RequestError('application.should_delete_custom_domains_first');
    await tx.delete('applications', { id: params.id });
  },

  async deleteLegacySecret({ tx, db, params }) {
    const { secret } = await findApplication(db, params.id);
    if (secret === '') throw new RequestError('application.no_legacy_secret_found');
    const application = await tx.update('applications', { id: params.id }, { secret: '' });
    return present(application!);
  },

  async updateCustomData({ tx, db, params, body }) {
    const { customData } = await findApplication(db, params.applicationId);
    const merged = { ...customData, ...body };
    await tx.update('applications', { id: params.applicationId }, { customData: merged });
    return merged;
  },

  async listRoles({ db, params, query, page }) {
    await findMachine(db, params.applicationId);
    const found = await fetchSearchedPage(
      db
        .selectFrom('roles')
        .selectAll()
        .where('id', 'in', eb =>
          eb
            .selectFrom('applicationsRoles')
            .select('roleId')
            .where('applicationId', '=', params.applicationId),
        )
        .orderBy('name'),
      query,
      page,
    );
    return { ...found, items: found.items as Role[] };
  },

  async assignRoles({ tx, db, params, body }) {
    await findMachine(db, params.applicationId);
    await requireMachineRoles(db, body.roleIds);
    const held = await heldRoles(db, params.applicationId);
    const addedRoleIds = [...new Set(body.roleIds)].filter(id => !held.includes(id));
    await addRoles(tx, params.applicationId, addedRoleIds);
    return { roleIds: body.roleIds, addedRoleIds };
  },

  async replaceRoles({ tx, db, params, body }) {
    await findMachine(db, params.applicationId);
    await requireMachineRoles(db, body.roleIds);
    const held = await heldRoles(db, params.applicationId);
    for (const roleId of held.filter(id => !body.roleIds.includes(id))) {
      await tx.delete('applicationsRoles', { applicationId: params.applicationId, roleId });
    }
    await addRoles(
      tx,
      params.applicationId,
      [...new Set(body.roleIds)].filter(id => !held.includes(id)),
    );
    return { roleIds: body.roleIds };
  },

  async removeRole({ tx, db, params }) {
    await findMachine(db, params.applicationId);
    const removed = await tx.delete('applicationsRoles', params);
    if (removed.length === 0) throw new RequestError('entity.not_found');
  },
};

type ApplicationRow = Selectable<Tables['applications']>;

/** Secrets have their own rows; the old single one is not shown. */
const present = ({ secret: _, ...application }: ApplicationRow) => application as Application;

/** The demo has no row: it is a client of every tenant. */
const describeDemo = ({ id: tenantId, endpoint }: Tenant) => ({
  tenantId,
  id: demoApplicationId,
  name: 'Live preview',
  description: null,
  type: 'SPA' as const,
  oidcClientMetadata: {
    redirectUris: [`${endpoint}/demo-app`],
    postLogoutRedirectUris: [`${endpoint}/demo-app`],
  },
  customClientMetadata: {},
  protectedAppMetadata: null,
  customData: {},
  isThirdParty: false,
  createdAt: 0,
  isAdmin: false,
});

const presentDetail = async (db: Kysely<Tables>, application: ApplicationRow, request: FastifyRequest) => {
  const [presented] = await presentSites(db, await withRegistrations(db, [present(application)]), request);
  return { ...presented!, isAdmin: await holdsRole(db, application.id, managementRole.id) };
};

const findMachine = async (db: Kysely<Tables>, id: string) => {
  const application = await findApplication(db, id);
  if (application.type !== 'MachineToMachine') throw new RequestError('application.invalid_type');
  return application;
};

const heldRoles = async (db: Kysely<Tables>, applicationId: string) => {
  const rows = await db
    .selectFrom('applicationsRoles')
    .select('roleId')
    .where('applicationId', '=', applicationId)
    .execute();
  return rows.map(({ roleId }) => roleId);
};

const holdsRole = async (db: Kysely<Tables>, applicationId: string, roleId: string) =>
  (await heldRoles(db, applicationId)).includes(roleId);

const requireMachineRoles = async (db: Kysely<Tables>, ids: string[]) => {
  if (ids.length === 0) return;
  const roles = await db.selectFrom('roles').select(['id', 'type']).where('id', 'in', ids).execute();
  const unknown = ids.filter(id => !roles.some(role => role.id === id));
  if (unknown.length)
    throw new RequestError('entity.relation_foreign_key_not_found', { data: { roleIds: unknown } });
  if (roles.some(({ type }) => type !== 'MachineToMachine'))
    throw new RequestError('application.invalid_role_type');
};

const addRoles = async (tx: Write, applicationId: string, roleIds: string[]) => {
  if (roleIds.length === 0) return;
  await tx.insertMany(
    'applicationsRoles',
    roleIds.map(roleId => ({ applicationId, roleId })),
  );
};

/** Limited roles do not decide what a machine may do: nor do they take it away, which would show its secret. */
const setAdmin = async (tx: Write, caller: Caller, application: ApplicationRow, isAdmin: boolean) => {
  if (application.type !== 'MachineToMachine') throw new RequestError('application.invalid_type');
  const relation = { applicationId: application.id, roleId: managementRole.id };
  const holds = await holdsRole(tx.db, application.id, managementRole.id);
  if (isAdmin !== holds && caller.limited) throw new RequestError('auth.forbidden');
  if (isAdmin && !holds) await tx.insert('applicationsRoles', relation);
  if (!isAdmin && holds) await tx.delete('applicationsRoles', relation);
};
