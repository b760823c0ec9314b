import type { organizationJit as rows } from '@gatehouse/contract/organization-jit.ts';
import type { SsoConnector } from '@gatehouse/contract/sso-connectors.ts';
import { fetchPage } from '../../domain/listing.ts';
import { findOrganization, presentOrganizationRole } from '../../domain/organizations.ts';
import { addRelated, removeRelated, replaceRelated } from '../../domain/relations.ts';
import type { Handlers } from '../../http/implement.ts';

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
    await findOrganization(db, params.id);
    return tx.insert('organizationJitEmailDomains', { organizationId: params.id, ...body });
  },

  async replaceEmailDomains({ tx, db, params, body }) {
    await findOrganization(db, params.id);
    await replaceRelated(tx, emailDomains(params.id), body.emailDomains);
  },

  async removeEmailDomain({ tx, params }) {
    await removeRelated(tx, emailDomains(params.id), params.emailDomain.toLowerCase());
  },

  async listRoles({ db, params, page }) {
    await findOrganization(db, params.id);
    const found = await fetchPage(
      db
        .selectFrom('organizationRoles')
        .innerJoin('organizationJitRoles as jit', 'jit.organizationRoleId', 'organizationRoles.id')
        .selectAll('organizationRoles')
        .where('jit.organizationId', '=', params.id)
        .orderBy('organizationRoles.name'),
      page,
    );
    return { ...found, items: found.items.map(presentOrganizationRole) };
  },

  async addRoles({ tx, db, params, body }) {
    await findOrganization(db, params.id);
    await addRelated(tx, roles(params.id), body.organizationRoleIds);
    return body;
  },

  async replaceRoles({ tx, db, params, body }) {
    await findOrganization(db, params.id);
    await replaceRelated(tx, roles(params.id), body.organizationRoleIds);
  },

  async removeRole({ tx, params }) {
    await removeRelated(tx, roles(params.id), params.organizationRoleId);
  },

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

  async addSsoConnectors({ tx, db, params, body }) {
    await findOrganization(db, params.id);
    await addRelated(tx, ssoConnectors(params.id), body.ssoConnectorIds);
    return body;
  },

  async replaceSsoConnectors({ tx, db, params, body }) {
    await findOrganization(db, params.id);
    await replaceRelated(tx, ssoConnectors(params.id), body.ssoConnectorIds);
  },

  async removeSsoConnector({ tx, params }) {
    await removeRelated(tx, ssoConnectors(params.id), params.ssoConnectorId);
  },
};

const emailDomains = (organizationId: string) =>
  ({ table: 'organizationJitEmailDomains', parent: { organizationId }, column: 'emailDomain' }) as const;

const roles = (organizationId: string) =>
  ({ table: 'organizationJitRoles', parent: { organizationId }, column: 'organizationRoleId' }) as const;

const ssoConnectors = (organizationId: string) =>
  ({ table: 'organizationJitSsoConnectors', parent: { organizationId }, column: 'ssoConnectorId' }) as const;
