import type { organizationJit as rows } from '@gatehouse/contract/organization-jit.ts';
import type { SsoConnector } from '@gatehouse/contract/sso-connectors.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { fetchPage } from '../../domain/listing.ts';
import { findOrganization, listHeldRoles } from '../../domain/organizations.ts';
import { asUnknownRelated } from '../../domain/relations.ts';
import type { Handlers } from '../../http/implement.ts';
import { relate } from './relate.ts';

type Params = { id: string };

const requireParent = (db: Kysely<Tables>, { id }: Params) => findOrganization(db, id);

const emailDomains = relate({
  relation: ({ id }: Params) =>
    ({
      table: 'organizationJitEmailDomains',
      parent: { organizationId: id },
      column: 'emailDomain',
    }) as const,
  ids: 'emailDomains',
  child: 'emailDomain',
  requireParent,
});

const roles = relate({
  relation: ({ id }: Params) =>
    ({
      table: 'organizationJitRoles',
      parent: { organizationId: id },
      column: 'organizationRoleId',
    }) as const,
  ids: 'organizationRoleIds',
  child: 'organizationRoleId',
  requireParent,
});

const ssoConnectors = relate({
  relation: ({ id }: Params) =>
    ({
      table: 'organizationJitSsoConnectors',
      parent: { organizationId: id },
      column: 'ssoConnectorId',
    }) as const,
  ids: 'ssoConnectorIds',
  child: 'ssoConnectorId',
  requireParent,
});

export const organizationJit: Handlers<typeof rows> = {
  async listEmailDomains({ db, params, page }) {
    await findOrganization(db, params.id);
    return fetchPage(
      db
        .selectFrom('organizationJitEmailDomains')
        .selectAll()
        .where('organizationId', '=', params.id)
        .orderBy('emailDomain'),
      page,
    );
  },

  async addEmailDomain({ tx, db, params, body }) {
    await requireParent(db, params).catch(asUnknownRelated);
    return tx.insert('organizationJitEmailDomains', { organizationId: params.id, ...body });
  },

  replaceEmailDomains: emailDomains.replace,
  removeEmailDomain: ({ params, ...context }) =>
    emailDomains.remove({ ...context, params: { ...params, emailDomain: params.emailDomain.toLowerCase() } }),

  async listRoles({ db, params, page }) {
    await findOrganization(db, params.id);
    return listHeldRoles(db, 'organizationJitRoles', { organizationId: params.id }, page);
  },

  addRoles: roles.add,
  replaceRoles: roles.replace,
  removeRole: roles.remove,

  async listSsoConnectors({ db, params, page }) {
    await findOrganization(db, params.id);
    const found = await fetchPage(
      db
        .selectFrom('ssoConnectors')
        .innerJoin('organizationJitSsoConnectors as jit', 'jit.ssoConnectorId', 'ssoConnectors.id')
        .selectAll('ssoConnectors')
        .where('jit.organizationId', '=', params.id)
        .orderBy('ssoConnectors.connectorName'),
      page,
    );
    return {
      ...found,
      items: found.items.map(({ config: _, ...rest }) => rest as Omit<SsoConnector, 'config'>),
    };
  },

  addSsoConnectors: ssoConnectors.add,
  replaceSsoConnectors: ssoConnectors.replace,
  removeSsoConnector: ssoConnectors.remove,
};
