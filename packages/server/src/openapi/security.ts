import type { Row } from '@gatehouse/contract/endpoint.ts';
import { managementPermissions } from '@gatehouse/contract/management-permissions.ts';
import { reservedScopes, sessionsScope, userDataScopes } from '@gatehouse/contract/scopes.ts';

const userScopes: readonly string[] = [...reservedScopes, ...userDataScopes, sessionsScope];

const isManagement = (permission: string) => managementPermissions.some(known => known === permission);

/** Machines call the management API, users their own account, and the console everything else. */
const schemeOf = (permission: string) => {
  if (isManagement(permission)) return 'machine';
  return userScopes.includes(permission) ? 'user' : 'console';
};

/** The security requirements of a row in OpenAPI terms, any one of which is enough. */
export const securityOf = ({ permission, shows = [] }: Row): Record<string, string[]>[] => {
  if (permission === 'public') return [];
  const scheme = schemeOf(permission);
  if (scheme === 'console') return [{ console: [] }];
  const isPartOfAll = scheme === 'machine' && permission !== 'all';
  return [{ [scheme]: [permission, ...shows] }, ...(isPartOfAll ? [{ machine: ['all'] }] : [])];
};

const describeScope = (scope: string) => {
  if (scope === 'all') return 'Everything.';
  const [, area = '', action] = /^([\w-]+):(read|write)$/.exec(scope) ?? [];
  if (action) return `${action === 'read' ? 'Read' : 'Write'} ${area.replaceAll('-', ' ')}.`;
  return `The user’s ${scope.replace('urn:logto:scope:', '').replaceAll('_', ' ')}.`;
};

const scopesOf = (scopes: readonly string[]) =>
  Object.fromEntries(scopes.map(scope => [scope, describeScope(scope)]));

/** The schemes that the operations of a document use. */
export const securitySchemes = (rows: readonly Row[], endpoint: string) => {
  const used = new Set(rows.flatMap(row => securityOf(row).flatMap(Object.keys)));
  const schemes = {
    machine: {
      type: 'oauth2',
      description: 'A machine-to-machine application with a role for the management API.',
      flows: {
        clientCredentials: {
          tokenUrl: `${endpoint}/oidc/token`,
          scopes: scopesOf(managementPermissions),
        },
      },
    },
    user: {
      type: 'oauth2',
      description: 'A signed-in user, with the opaque access token of an application.',
      flows: {
        authorizationCode: {
          authorizationUrl: `${endpoint}/oidc/auth`,
          tokenUrl: `${endpoint}/oidc/token`,
          scopes: scopesOf(userScopes),
        },
      },
    },
    console: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'A user of the console.',
    },
  };
  return Object.fromEntries(Object.entries(schemes).filter(([name]) => used.has(name)));
};
