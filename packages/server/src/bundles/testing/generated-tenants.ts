import { displayName } from '@gatehouse/contract/display-names.ts';
import { hookEvents } from '@gatehouse/contract/events.ts';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { z } from 'zod';
import { hostileText } from './hostile-texts.ts';

export type GeneratedTenant = {
  files: { path: string; text: string }[];
  variables: Record<string, string>;
};

const shorter = (longest: number) => hostileText.map(text => cut(text, longest));

/** Never in the middle of a character. */
const cut = (text: string, longest: number) =>
  text.length <= longest ? text : text.slice(0, longest).toWellFormed().replaceAll('\ufffd', '?');

const shownName = displayName(z.string().min(1).max(128));
const name = shorter(128).filter(text => z.safeParse(shownName, text).success);
const token = shorter(60)
  .map(text => text.replace(/\s/g, '') || 'x')
  .filter(text => z.safeParse(shownName, text).success);
const description = shorter(120);
const slug = fc.stringMatching(/^[a-z\d][a-z\d-]{0,12}$/);
const json = fc.dictionary(
  hostileText.filter(key => key !== '__proto__'),
  fc.oneof(hostileText, fc.integer(), fc.boolean(), fc.constant(null)),
  {
    maxKeys: 3,
  },
);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

type Fields = Record<string, unknown>;
type Objects = Map<string, Fields>;

/** Objects by their slugs, no two of them with the same value in a field that is unique. */
const objects = (fields: fc.Arbitrary<Fields>, unique: (fields: Fields) => unknown, maxLength = 3) =>
  fc.uniqueArray(fc.tuple(slug, fields), { maxLength, selector: ([each]) => each }).map(list => {
    const seen = new Set<unknown>();
    return new Map(
      list.filter(([, each]) => {
        const key = unique(each);
        const isNew = !seen.has(key);
        seen.add(key);
        return isNew;
      }),
    );
  });

const some = <T>(values: readonly T[], maxLength = 3): fc.Arbitrary<T[]> =>
  values.length
    ? fc.subarray([...values], { maxLength: Math.min(maxLength, values.length) })
    : fc.constant([]);

const host = fc.stringMatching(/^[a-z]{3,10}$/).map(label => `${label}.example`);
const address = fc
  .tuple(host, fc.stringMatching(/^[a-z]{0,6}$/))
  .map(([at, path]) => `https://${at}/${path}`);

const resources = objects(
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

const permissionsOf = (found: Objects) =>
  [...found].flatMap(([at, { permissions = [] }]) =>
    (permissions as { name: string }[]).map(each => `${at}/${each.name}`),
  );

/** The variables of a file are named after it; values never contain what a header refuses. */
const secretOf = (path: string, field: string) => `${path}_${field}`.toUpperCase().replace(/[^A-Z\d]+/g, '_');

const organizationPermissions = objects(
  fc.record({ name: token, description: maybe(description) }),
  each => each.name,
);

const roles = (permissions: string[]) =>
  objects(
    fc.record({
      name,
      description,
      type: fc.constantFrom('User', 'MachineToMachine'),
      permissions: some(permissions),
    }),
    each => each.name,
  );

const organizationRoles = (own: string[], api: string[]) =>
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

const applications = (found: { roles: Objects; own: string[]; api: string[] }) => {
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

const secretValue = fc.stringMatching(/^[!-~]{1,40}$/);

const webhooks = objects(
  fc.record({
    name: shorter(256),
    events: fc.subarray([...hookEvents], { minLength: 1, maxLength: 4 }),
    config: fc.record({
      url: address,
      headers: fc.dictionary(fc.stringMatching(/^x-[a-z]{1,8}$/), fc.constant('$'), { maxKeys: 2 }),
      retries: maybe(fc.integer({ min: 0, max: 3 })),
    }),
    enabled: fc.boolean(),
  }),
  each => each,
);

const logStreams = objects(
  fc.record({
    name: shorter(256),
    enabled: fc.boolean(),
    includeChanges: fc.boolean(),
    config: fc.oneof(
      fc.record({
        kind: fc.constant('http'),
        url: address,
        format: fc.constantFrom('json-lines', 'json-array'),
      }),
      fc.record({
        kind: fc.constant('syslog'),
        host,
        port: fc.integer({ min: 1, max: 65_535 }),
        isEncrypted: fc.boolean(),
      }),
    ),
  }),
  each => each,
  2,
);

const script = hostileText.map(
  text => `// ${text.replace(/\s/g, ' ')}\nconst value = ${JSON.stringify(text)};\n`,
);
const environment = fc.dictionary(fc.stringMatching(/^[A-Z]{1,6}$/), fc.constant('$'), { maxKeys: 2 });

const tokenScripts = objects(
  fc.record({
    token: fc.constantFrom('access-token', 'client-credentials'),
    script,
    environmentVariables: environment,
    contextSample: maybe(json),
    blockIssuanceOnError: maybe(fc.boolean()),
  }),
  each => each.token,
  2,
);

const signInScripts = objects(
  fc.record({
    moment: fc.constantFrom('action.postSignIn', 'action.postFirstFactorVerification'),
    script,
    environmentVariables: environment,
    enabled: maybe(fc.boolean()),
    onExecutionError: maybe(fc.constantFrom('block', 'allow')),
  }),
  each => each.moment,
  2,
);

const templates = objects(
  fc.record({
    templateType: fc.constantFrom('SignIn', 'Register', 'ForgotPassword', 'Generic'),
    languageTag: fc.constantFrom('en', 'de', 'ar', 'zh-CN', 'pt-BR'),
    subject: shorter(500),
    content: fc.array(hostileText, { minLength: 1, maxLength: 4 }).map(list => `{{code}} ${list.join('\n')}`),
    contentType: maybe(fc.constantFrom('text/html', 'text/plain')),
  }),
  each => `${each.templateType} ${each.languageTag}`,
);

const customText = objects(
  fc.record({
    language: fc.constantFrom('de', 'fr', 'ja', 'ar'),
    text: fc.record({
      sign_in: fc.record({ title: hostileText }),
    }),
  }),
  each => each.language,
);

const label = shorter(120).filter(text => z.safeParse(shownName, text).success);
const profileFields = objects(
  fc.oneof(
    fc.record({
      name: fc.stringMatching(/^[a-z]{4,9}Field$/),
      type: fc.constant('Text'),
      label,
      description: maybe(description),
      required: fc.boolean(),
      config: maybe(fc.record({ placeholder: description })),
    }),
    fc.record({
      name: fc.stringMatching(/^[a-z]{4,9}Number$/),
      type: fc.constant('Number'),
      label,
      required: fc.boolean(),
      config: maybe(
        fc.record({ minValue: fc.integer({ min: -9, max: 0 }), maxValue: fc.integer({ min: 1, max: 9 }) }),
      ),
    }),
  ),
  each => each.name,
);

const domains = objects(
  fc.record({ domain: fc.stringMatching(/^[a-z]{3,8}\.[a-z]{3,8}\.example$/) }),
  each => each.domain,
  1,
);

const connectors = objects(
  fc.oneof(
    fc.record({
      connectorId: fc.constant('simplemail-transfer-protocol'),
      config: fc.record({
        host,
        port: fc.integer({ min: 1, max: 65_535 }),
        fromEmail: fc.constant('no-reply@shop.example'),
        auth: fc.record({ user: hostileText, pass: fc.constant('$') }),
      }),
    }),
    fc.record({
      connectorId: fc.constantFrom('github-universal', 'google-universal', 'discord-universal'),
      syncProfile: fc.boolean(),
      config: fc.record({ clientId: hostileText, clientSecret: fc.constant('$') }),
    }),
  ),
  each => each.connectorId,
);

const enterpriseSso = (found: { applications: Objects }) =>
  objects(
    fc.record({
      connectorName: name,
      providerName: fc.constantFrom('Okta', 'OIDC'),
      domains: fc.uniqueArray(host, { maxLength: 2 }),
      syncProfile: fc.boolean(),
      config: fc.record({ clientId: hostileText, clientSecret: fc.constant('$'), issuer: address }),
      idpInitiated: [...found.applications.values()].some(
        each => each.type === 'Traditional' && !each.isThirdParty,
      )
        ? fc.constant(undefined)
        : fc.constant(null),
    }),
    each => each.connectorName,
    2,
  ).map(list => {
    // A domain leads to one connector.
    const seen = new Set<string>();
    for (const fields of list.values()) {
      fields.domains = (fields.domains as string[]).filter(each => !seen.has(each));
      for (const each of fields.domains as string[]) seen.add(each);
    }
    return list;
  });

const signInExperience = fc.record({
  customCss: maybe(hostileText),
  customContent: fc.constant(undefined),
  termsOfUseUrl: maybe(address),
  supportEmail: maybe(fc.constant('help@shop.example')),
  agreeToTermsPolicy: maybe(fc.constantFrom('Automatic', 'Manual')),
  color: maybe(
    fc.record({
      primaryColor: fc.stringMatching(/^#[\da-f]{6}$/),
      darkPrimaryColor: fc.stringMatching(/^#[\da-f]{6}$/),
      isDarkModeEnabled: fc.boolean(),
    }),
  ),
});

const accountCenter = fc.record({
  enabled: fc.boolean(),
  fields: fc.dictionary(
    fc.constantFrom('name', 'email', 'avatar'),
    fc.constantFrom('Off', 'ReadOnly', 'Edit'),
  ),
  customCss: maybe(hostileText),
});

const tokens = fc.record({
  session: fc.record({ ttl: fc.integer({ min: 3600, max: 90_000 }) }),
  clientIdMetadataDocuments: fc.record({ enabled: fc.boolean() }),
});

const captcha = fc.option(
  fc.record({ type: fc.constant('Turnstile'), siteKey: hostileText, secretKey: fc.constant('$') }),
  { nil: undefined },
);

/** A file, with a variable in place of each secret. */
const fileOf = (path: string, fields: Fields, variables: Record<string, string>, value: string) => {
  const named = (part: unknown, at: string): unknown => {
    if (part === '$') {
      const variable = secretOf(path, at);
      variables[variable] = `${value}-${Object.keys(variables).length}`;
      return `\${${variable}}`;
    }
    if (Array.isArray(part) || typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, each]) => [key, named(each, `${at}_${key}`)]));
  };
  const kept = Object.fromEntries(Object.entries(fields).filter(([, each]) => each !== undefined));
  return {
    path: `${path}.yaml`,
    text: stringify(named(kept, ''), { lineWidth: 0, aliasDuplicateObjects: false, simpleKeys: true }),
  };
};

/** Tenants with objects of every kind, and references between them. */
export const generatedTenant: fc.Arbitrary<GeneratedTenant> = fc
  .tuple(resources, organizationPermissions)
  .chain(([api, own]) => {
    const [apiNames, ownNames] = [permissionsOf(api), [...own.keys()]];
    return fc.tuple(
      fc.constant(api),
      fc.constant(own),
      roles(apiNames),
      organizationRoles(ownNames, apiNames),
    );
  })
  .chain(([api, own, people, members]) =>
    fc.tuple(
      fc.constant({ api, own, people, members }),
      applications({ roles: people, own: [...own.keys()], api: permissionsOf(api) }),
    ),
  )
  .chain(([first, apps]) =>
    fc.record({
      'api-resources': fc.constant(first.api),
      'organization-template/permissions': fc.constant(first.own),
      roles: fc.constant(first.people),
      'organization-template/roles': fc.constant(first.members),
      applications: fc.constant(apps),
      connectors,
      'enterprise-sso': enterpriseSso({ applications: apps }),
      'profile-fields': profileFields,
      'custom-text': customText,
      'email-templates': templates,
      'customize-jwt': tokenScripts,
      'sign-in-scripts': signInScripts,
      webhooks,
      'log-streams': logStreams,
      'custom-domains': domains,
      single: fc.record({
        'sign-in-experience': signInExperience,
        'account-center': accountCenter,
        tokens,
        captcha,
      }),
      value: secretValue,
    }),
  )
  .map(({ single, value, ...folders }) => {
    const variables: Record<string, string> = {};
    const { captcha: provider, ...settings } = single;
    const files = [
      ...Object.entries(folders).flatMap(([folder, found]) =>
        [...(found as Objects)].map(([at, fields]) => fileOf(`${folder}/${at}`, fields, variables, value)),
      ),
      ...Object.entries(settings).map(([path, fields]) => fileOf(path, fields as Fields, variables, value)),
      ...(provider ? [fileOf('captcha/default', provider, variables, value)] : []),
    ];
    return { files, variables };
  });
