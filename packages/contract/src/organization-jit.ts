import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { id, maximumRelated } from './fields.ts';
import { organizationId, organizationRole } from './organizations.ts';
import { domainName } from './patterns.ts';
import { relation } from './relation.ts';
import { ssoConnector } from './sso-connectors.ts';

const domain = domainName.toLowerCase();
const emailDomain = z.object({ tenantId: id, organizationId, emailDomain: z.string() });

const access = { read: 'organizations:read', write: 'organizations:write', change: 'organization' } as const;

const domains = relation({
  ...access,
  path: '/organizations/:id/jit/email-domains',
  one: 'an email domain',
  many: 'email domains',
  owner: 'the just-in-time provisioning of an organization',
  child: 'emailDomain',
  ids: 'emailDomains',
  item: emailDomain,
  paging: 'onRequest',
  errors: ['entity.unique_integrity_violation', 'single_sign_on.invalid_domain_format'],
});

const roles = relation({
  ...access,
  path: '/organizations/:id/jit/roles',
  one: 'a default role',
  many: 'default roles',
  owner: 'the just-in-time provisioning of an organization',
  child: 'organizationRoleId',
  ids: 'organizationRoleIds',
  item: organizationRole,
  paging: 'onRequest',
});

const ssoConnectors = relation({
  ...access,
  path: '/organizations/:id/jit/sso-connectors',
  one: 'an enterprise connector',
  many: 'enterprise connectors',
  owner: 'the just-in-time provisioning of an organization',
  child: 'ssoConnectorId',
  ids: 'ssoConnectorIds',
  // The configuration has secrets that readers of organizations must not see.
  item: ssoConnector.omit({ config: true }),
  paging: 'onRequest',
});

/** Just-in-time provisioning: which users join an organization automatically, and with which roles. */
export const organizationJit = defineRows({
  listEmailDomains: domains.list,
  addEmailDomain: {
    ...domains.add,
    body: z.strictObject({ emailDomain: domain }),
    response: emailDomain,
  },
  replaceEmailDomains: {
    ...domains.replace,
    body: z.strictObject({ emailDomains: z.array(domain).max(maximumRelated) }),
  },
  removeEmailDomain: domains.remove,
  listRoles: roles.list,
  addRoles: roles.add,
  replaceRoles: roles.replace,
  removeRole: roles.remove,
  listSsoConnectors: { ...ssoConnectors.list, shows: ['sso-connectors:read'] },
  addSsoConnectors: ssoConnectors.add,
  replaceSsoConnectors: ssoConnectors.replace,
  removeSsoConnector: ssoConnectors.remove,
});
