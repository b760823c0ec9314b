import fc from 'fast-check';
import {
  address,
  description,
  type Fields,
  host,
  json,
  maybe,
  name,
  type Objects,
  objects,
  some,
  token,
} from './generated-parts.ts';
import { hostileText } from './hostile-texts.ts';

export const resources = objects(
  fc.record(
    {
      name,
      indicator: fc.tuple(host, fc.nat(9999)).map(([at, number]) => `https://${at}/${number}`),
      accessTokenTtl: maybe(fc.integer({ min: 60, max: 90_000 })),
      permissions: fc.uniqueArray(
        fc.record({ name: token, description: maybe(description), acr: fc.constant(undefined) }),
        { maxLength: 3, selector: each => each.name },
      ),
    },
    { requiredKeys: ['name', 'indicator'] },
  ),
  each => each.indicator,
);

export const permissionsOf = (found: Objects) =>
  [...found].flatMap(([at, { permissions = [] }]) =>
    (permissions as { name: string }[]).map(each => `${at}/${each.name}`),
  );

export const organizationPermissions = objects(
  fc.record({ name: token, description: maybe(description) }),
  each => each.name,
);

export const roles = (permissions: string[]) =>
  objects(
    fc.record({
      name,
      description,
      type: fc.constantFrom('User', 'MachineToMachine'),
      permissions: some(permissions),
    }),
    each => each.name,
  );

export const organizationRoles = (own: string[], api: string[]) =>
  objects(
    fc.record({
      name,
      description: maybe(description),
      permissions: some(own),
      apiPermissions: some(api),
    }),
    each => each.name,
  );

const addresses = fc.record({
  redirectUris: fc.uniqueArray(address, { maxLength: 3 }),
  postLogoutRedirectUris: fc.uniqueArray(address, { maxLength: 2 }),
});

const branding = maybe(
  fc.record({
    displayName: name,
    branding: fc.constant({}),
    color: fc.constant({}),
    customCss: hostileText,
    privacyPolicyUrl: fc.constant(null),
    termsOfUseUrl: address,
  }),
);

export const applications = (found: { roles: Objects; own: string[]; api: string[] }) => {
  const ofType = (type: string) =>
    [...found.roles].filter(([, role]) => role.type === type).map(([each]) => each);
  const shared = { name, description: maybe(description), customData: json };
  return objects(
    fc.oneof(
      fc.record({
        ...shared,
        type: fc.constantFrom('SPA', 'Native', 'Traditional'),
        oidcClientMetadata: addresses,
        signInExperience: branding,
        appLevelAccessControlEnabled: fc.boolean(),
        accessRoles: some(ofType('User')),
      }),
      fc.record({
        ...shared,
        type: fc.constant('MachineToMachine'),
        roles: some(ofType('MachineToMachine')),
      }),
      fc.record({
        ...shared,
        type: fc.constant('Traditional'),
        isThirdParty: fc.constant(true),
        oidcClientMetadata: addresses,
        consent: fc.record({
          user: some(['email', 'profile', 'phone']),
          organization: some(found.own),
          api: some(found.api),
          organizationApi: some(found.api),
        }),
      }),
      fc.record({
        ...shared,
        type: fc.constant('SAML'),
        saml: fc.record({
          entityId: address,
          attributeMapping: fc.constantFrom({}, { email: 'mail' }, { name: 'no', email: '1e3' }),
        }),
      }),
    ),
    each => (each.saml as Fields | undefined)?.entityId ?? each,
    4,
  );
};
