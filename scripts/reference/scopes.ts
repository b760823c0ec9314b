import { management } from '../../packages/contract/src/apis.ts';
import type { Api } from '../../packages/contract/src/endpoint.ts';
import { managementAreas } from '../../packages/contract/src/management-permissions.ts';
import { reservedScopes, sessionsScope, userDataScopes } from '../../packages/contract/src/scopes.ts';
import { code, table } from './table.ts';

/** The effect of each scope on an ID token. */
const effects: Readonly<Record<(typeof userDataScopes)[number] | (typeof reservedScopes)[number], string>> = {
  openid: 'Required for OpenID Connect. Adds an ID token with the user ID as `sub`.',
  offline_access: 'Adds a refresh token. Send `prompt=consent` with it.',
  profile:
    '`name`, `username`, `picture`, `given_name`, `family_name`, `nickname`, `locale`, `zoneinfo` and the other profile claims, `created_at`, `updated_at`.',
  email: '`email` and `email_verified`.',
  phone: '`phone_number` and `phone_number_verified`.',
  address: '`address`.',
  custom_data: '`custom_data`, from the userinfo endpoint only.',
  identities: '`identities` and `sso_identities`, from the userinfo endpoint only.',
  roles: '`roles`: the names of the user’s roles.',
  'urn:logto:scope:organizations':
    '`organizations`: the IDs of the user’s organizations, and `organization_data` from the userinfo endpoint. Required to request organization tokens.',
  'urn:logto:scope:organization_roles': '`organization_roles`: each as `organizationId:roleName`.',
};

export const printScopes = () => `# Scopes and permissions

Scopes decide what a token can do. An application asks for them in \`scope\` when it starts a sign-in or requests a token.

## Scopes of users

${table(
  ['Scope', 'Effect'],
  [...reservedScopes, ...userDataScopes].map(scope => [code(scope), effects[scope]]),
)}

${code(sessionsScope)} lets your own applications list and end the user’s sessions and grants in the account API. Third-party applications cannot request it.

Names that begin with \`urn:logto:\` are part of the wire format that the published Logto SDKs use.

## Permissions of your APIs

You define them yourself in [API resources](../guides/api-resources.md). Ask for them in \`scope\` together with the \`resource\` parameter. The token contains those that the user’s or the application’s roles grant.

## Permissions of the management API

Machine-to-machine applications get them through roles. Each area has a permission for reading and one for everything else. ${code('all')} grants every permission.

${table(
  ['Area', 'Read', 'Create, change and delete'],
  managementAreas.map(area => [area, code(`${area}:read`), code(`${area}:write`)]),
)}

Some requests return objects of another area. They take the permission to read that area too:

${table(
  ['Request', 'Permissions'],
  Object.values(management as Api)
    .flatMap(rows => Object.values(rows))
    .flatMap(({ method, path, permission, shows }) =>
      shows ? [[code(`${method.toUpperCase()} ${path}`), [permission, ...shows].map(code).join(', ')]] : [],
    ),
)}

To create a webhook, or to change its URL or events, the machine also needs the permission to read what the events report: \`users:read\` for events about users and sign-ins, \`roles:read\` for events about roles, and so on.
`;
