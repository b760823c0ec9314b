import type { ActionType } from '@gatehouse/contract/actions.ts';
import type { CustomizedToken } from '@gatehouse/contract/jwt-customizers.ts';
import type { CodeCompletion } from '@gatehouse/ui/code-editor-props.ts';
import { z } from 'zod';
import { isJsonObject } from '../../templates/json.ts';

/** A sample as it is typed. */
export const sampleText = z.string().refine(isJsonObject, { error: 'validation.json_object' });

export const indented = (value: unknown) => JSON.stringify(value, undefined, 2);

const organization = {
  id: 'org_4t8',
  name: 'Harbour Books',
  description: 'Wholesale',
  customData: { tier: 'gold' },
};

const person = {
  id: 'user_k3n9',
  username: 'ida',
  primaryEmail: 'ida@example.com',
  primaryPhone: null,
  name: 'Ida',
  avatar: null,
  customData: { plan: 'pro' },
  profile: { locale: 'en' },
  identities: {},
  applicationId: 'web-shop',
  isSuspended: false,
  lastSignInAt: 1_767_225_600_000,
  createdAt: 1_735_689_600_000,
};

const tokens = {
  'access-token': {
    jti: 'f1d3ff8443297732862df21dc4e57262',
    kind: 'AccessToken',
    aud: 'https://api.example.com',
    scope: 'read:orders',
    clientId: 'web-shop',
    accountId: 'user_k3n9',
    gty: 'authorization_code',
    grantId: 'grant_1',
    sessionUid: 'session_1',
    sid: 'session_1',
    expiresWithSession: false,
  },
  'client-credentials': {
    jti: 'f1d3ff8443297732862df21dc4e57262',
    kind: 'ClientCredentials',
    aud: 'https://api.example.com',
    scope: 'read:orders',
    clientId: 'stock-robot',
  },
};

const contexts = {
  'access-token': {
    user: {
      ...person,
      ssoIdentities: [],
      mfaVerificationFactors: ['Totp'],
      roles: [
        {
          id: 'role_1',
          name: 'editor',
          description: 'Edits articles',
          scopes: [{ id: 'scope_1', name: 'read:orders', resourceId: 'api_1' }],
        },
      ],
      organizations: [
        { id: organization.id, name: organization.name, description: organization.description },
      ],
      organizationRoles: [{ organizationId: organization.id, roleId: 'role_2', roleName: 'buyer' }],
    },
    application: { id: 'web-shop', name: 'Web shop', type: 'SPA', isThirdParty: false },
    organization,
    interaction: { interactionEvent: 'SignIn', userId: 'user_k3n9', verificationRecords: [] },
    grant: { type: 'token-exchange', subjectTokenContext: { reason: 'support' } },
  },
  'client-credentials': {
    application: {
      id: 'stock-robot',
      name: 'Stock robot',
      type: 'MachineToMachine',
      isThirdParty: false,
    },
    organization,
  },
};

/** The sample event passed to a sign-in script in a test run. */
export const sampleEvent = (type: ActionType) => ({
  type,
  interactionEvent: 'SignIn',
  user: { ...person, hasPassword: true },
  application: { id: 'web-shop', name: 'Web shop' },
  verifications: ['Password'],
  ip: '203.0.113.7',
  userAgent: 'Mozilla/5.0',
});

/** The sample input of a script in a test run, unless the administrator edits it. */
export const sampleToken = (tokenType: CustomizedToken) => tokens[tokenType];
export const sampleContext = (tokenType: CustomizedToken) => contexts[tokenType];

const typeOf = (value: unknown) => {
  if (value === null) return 'string | null';
  return Array.isArray(value) ? 'array' : typeof value;
};

const pathsOf = (value: object, path: string): CodeCompletion[] =>
  Object.entries(value).flatMap(([name, part]) => [
    { path: `${path}.${name}`, type: typeOf(part) },
    ...(part !== null && typeof part === 'object' && !Array.isArray(part)
      ? pathsOf(part, `${path}.${name}`)
      : []),
  ]);

/** Every name that a script can say, taken from the samples, so that they never say different things. */
export const completionsFor = (
  samples: Readonly<Record<string, object>>,
  variables: readonly { name: string }[],
): CodeCompletion[] => [
  ...Object.entries(samples).flatMap(([name, sample]) => [
    { path: name, type: 'object' },
    ...pathsOf(sample, name),
  ]),
  { path: 'environmentVariables', type: 'object' },
  ...variables
    .filter(({ name }) => name)
    .map(({ name }) => ({ path: `environmentVariables.${name}`, type: 'string' })),
  { path: 'api', type: 'object' },
  { path: 'api.denyAccess', type: '(message?: string) => never' },
];

export const firstScript = (tokenType: CustomizedToken) =>
  tokenType === 'access-token' ? firstUserScript : firstMachineScript;

const firstUserScript = `const getCustomJwtClaims = async ({ token, context, environmentVariables, api }) => {
  const { user } = context;

  // if (user.customData.isBanned) api.denyAccess('This account is closed.');

  return {
    plan: user.customData.plan ?? 'free',
    roles: user.roles.map(role => role.name),
  };
};
`;

const firstMachineScript = `const getCustomJwtClaims = async ({ token, context, environmentVariables, api }) => {
  return {
    robot: context.application.name,
  };
};
`;

export const firstSignInScript = `const runAction = async ({ event, environmentVariables, api }) => {
  // if (event.user.customData.isClosed) api.denyAccess('This account is closed.');
};
`;
