import { defineEntity, type Entity, type TableEvents } from './define-entity.ts';

/**
 * The objects that administrators configure, by the kind that their history calls them. Permissions, history, quota
 * checks, usage, secret columns, cache invalidation, webhook events and the tags of the API documentation are derived
 * from this table.
 */
export const entities = {
  user: defineEntity({
    area: 'users',
    names: ['a user', 'users'],
    about: 'Users, their roles, factors, sessions and linked accounts.',
    tables: {
      users: {
        secrets: ['passwordEncrypted', 'mfaVerifications'],
        caches: ['people'],
        events: { of: 'User', also: ['SuspensionStatus.Updated', 'Deletion.Scheduled', 'Deletion.Canceled'] },
      },
      usersRoles: { caches: ['people'] },
      personalAccessTokens: { secrets: ['value', 'valueHash'], essential: 'value' },
      userSsoIdentities: {},
    },
  }),
  role: defineEntity({
    area: 'roles',
    names: ['a role', 'roles'],
    about: 'Roles of users and machines.',
    tables: {
      roles: { caches: ['roles'], events: { of: 'Role', also: ['Scopes.Updated'] } },
      rolesScopes: { caches: ['roles'] },
    },
  }),
  resource: defineEntity({
    area: 'resources',
    names: ['an API resource', 'API resources'],
    about: 'Your APIs and their permissions.',
    tables: {
      resources: { caches: ['clients', 'resources', 'roles'] },
      scopes: { caches: ['clients', 'resources', 'roles'], events: { of: 'Scope' } },
    },
  }),
  organization: defineEntity({
    area: 'organizations',
    names: ['an organization', 'organizations'],
    about: 'Organizations, their members and applications.',
    tables: {
      organizations: { caches: ['members'], events: { of: 'Organization', also: ['Membership.Updated'] } },
      organizationUsers: { caches: ['members'] },
      organizationUserRoles: { caches: ['members'] },
      organizationApplications: { caches: ['members'] },
      organizationApplicationRoles: { caches: ['members'] },
      organizationJitEmailDomains: {},
      organizationJitRoles: {},
      organizationJitSsoConnectors: {},
    },
    quota: { key: 'organizationsLimit', free: 0, pro: null },
  }),
  'organization-role': defineEntity({
    area: 'organizations',
    names: ['an organization role', 'organization roles'],
    about: 'Roles that users and machines have in an organization.',
    tables: {
      organizationRoles: {
        caches: ['members'],
        events: { of: 'OrganizationRole', also: ['Scopes.Updated'] },
      },
      organizationRoleScopes: { caches: ['members'] },
      memberRoles: { caches: ['members'] },
      organizationRoleResourceScopes: { caches: ['members'] },
    },
  }),
  'organization-scope': defineEntity({
    area: 'organizations',
    names: ['an organization permission', 'organization permissions'],
    about: 'Permissions that roles grant in an organization.',
    tables: {
      organizationScopes: { caches: ['clients', 'keys', 'members'], events: { of: 'OrganizationScope' } },
    },
  }),
  'organization-invitation': defineEntity({
    area: 'organizations',
    names: ['an organization invitation', 'organization invitations'],
    about: 'Invitations to organizations.',
    tables: { organizationInvitations: {}, organizationInvitationRoles: {} },
  }),
  'account-center': defineEntity({
    area: 'account-center',
    names: ['the account center', 'account centers'],
    about: 'What users can see and change in their own account.',
    tables: { accountCenters: {} },
  }),
  action: defineEntity({
    area: 'configs',
    names: ['an action', 'actions'],
    about: 'Scripts that run during a sign-in.',
    tables: {},
  }),
  application: defineEntity({
    area: 'applications',
    names: ['an application', 'applications'],
    about: 'Applications that users and machines sign in to.',
    tables: {
      applications: { secrets: ['secret'], caches: ['clients'] },
      applicationSecrets: { secrets: ['value'], essential: 'value', caches: ['clients'] },
      applicationConsentUserScopes: { caches: ['clients'] },
      applicationConsentResourceScopes: { caches: ['clients'] },
      applicationConsentOrganizationScopes: { caches: ['clients'] },
      applicationConsentOrganizationResourceScopes: { caches: ['clients'] },
      applicationsRoles: { caches: ['clients', 'roles'] },
      applicationSignInExperiences: { caches: ['sign-in-experience'] },
      samlApplicationSecrets: { secrets: ['privateKey'], essential: 'privateKey' },
      samlApplicationConfigs: {},
      applicationConsentOrganizations: {},
      applicationAccessUsers: {},
      applicationAccessUserRoles: {},
      applicationAccessOrganizations: {},
      applicationAccessOrganizationRoles: {},
    },
  }),
  bundle: defineEntity({
    area: 'bundles',
    names: ['a bundle', 'bundles'],
    about: "A tenant's configuration as files.",
    tables: {},
  }),
  'captcha-provider': defineEntity({
    area: 'captcha',
    names: ['the captcha', 'captchas'],
    about: 'The captcha of the sign-in pages.',
    tables: {
      captchaProviders: { secrets: ['secretKey'], essential: 'secretKey', caches: ['sign-in-experience'] },
    },
  }),
  cimd: defineEntity({
    area: 'configs',
    names: ['a client ID metadata document', 'client ID metadata documents'],
    about: 'Applications that a document describes instead of a registration.',
    tables: { cimdConsentOrganizations: {} },
  }),
  'client-registration': defineEntity({
    area: 'configs',
    names: ['a client registration', 'client registrations'],
    about: 'Software that registers itself as a client, and the tokens for it.',
    tables: {
      clientRegistrations: { secrets: ['tokenHash', 'previousTokenHash'], caches: ['clients'] },
      initialAccessTokens: { secrets: ['tokenHash'], essential: 'tokenHash' },
    },
  }),
  config: defineEntity({
    area: 'configs',
    names: ['the console configuration', 'console configurations'],
    about: 'What the console remembers for a tenant.',
    // Some of them are secret: see `secretColumns` on the server.
    tables: { configs: { essential: 'value', caches: ['keys'] } },
  }),
  connector: defineEntity({
    area: 'connectors',
    names: ['a connector', 'connectors'],
    about: 'Connectors for email, SMS and social sign-in.',
    tables: { connectors: { secrets: ['config'], caches: ['sign-in-experience'] } },
  }),
  'cookie-keys': defineEntity({ area: 'configs', names: ['the cookie keys', 'cookie keys'], tables: {} }),
  'custom-phrase': defineEntity({
    area: 'custom-phrases',
    names: ['the custom text', 'custom text'],
    about: 'Custom text for the sign-in pages, by language.',
    tables: { customPhrases: { caches: ['sign-in-experience'] } },
  }),
  'custom-profile-field': defineEntity({
    area: 'custom-profile-fields',
    names: ['a profile field', 'profile fields'],
    about: 'What users are asked for in addition to their identifiers.',
    tables: { customProfileFields: { caches: ['sign-in-experience'] } },
  }),
  domain: defineEntity({
    area: 'domains',
    names: ['a custom domain', 'custom domains'],
    about: 'Custom domains for the sign-in pages and the API.',
    tables: { domains: { caches: ['clients', 'domains'] } },
  }),
  draft: defineEntity({
    area: 'bundles',
    names: ['a draft', 'drafts'],
    about: 'Changes of the configuration that are prepared, compared and published together.',
    tables: {
      // No job would watch a trial that an undo brings back, and a schedule holds with the permissions of its author.
      drafts: { lasting: ['schedule', 'trial'] },
      draftRequests: { secrets: ['content'], essential: 'content' },
      draftComments: {},
      draftApprovals: {},
      draftPreviews: { secrets: ['tokenHash'], essential: 'tokenHash' },
      draftPreviewTesters: {},
    },
  }),
  'email-template': defineEntity({
    area: 'email-templates',
    names: ['an email template', 'email templates'],
    about: 'Subject and content of emails, by type and language.',
    tables: { emailTemplates: {} },
  }),
  hook: defineEntity({
    area: 'hooks',
    names: ['a webhook', 'webhooks'],
    about: 'Requests to your systems when something happens.',
    tables: { hooks: { secrets: ['signingKey'] } },
    quota: { key: 'hooksLimit', free: 1, pro: 10 },
  }),
  'id-token': defineEntity({
    area: 'configs',
    names: ['the ID token claims', 'ID token claims'],
    tables: {},
  }),
  'jwt-customizer': defineEntity({
    area: 'configs',
    names: ['a token claims script', 'token claims scripts'],
    about: 'Scripts that add claims to access tokens.',
    tables: {},
  }),
  'log-stream': defineEntity({
    area: 'logs',
    names: ['a log stream', 'log streams'],
    about: 'Systems that receive a copy of the audit log.',
    tables: { logStreams: { secrets: ['secrets', 'signingKey'] } },
  }),
  'oidc-session': defineEntity({
    area: 'configs',
    names: ['the session settings', 'session settings'],
    tables: {},
  }),
  'one-time-token': defineEntity({
    area: 'one-time-tokens',
    names: ['a one-time token', 'one-time tokens'],
    about: 'Tokens for links that sign users in.',
    tables: { oneTimeTokens: {} },
  }),
  secret: defineEntity({
    area: 'users',
    names: ['a stored token', 'stored tokens'],
    about: 'Tokens of providers that were stored for users.',
    tables: { secrets: { secrets: ['value'], essential: 'value' } },
  }),
  'sentinel-activity': defineEntity({
    area: 'users',
    names: ['a lockout', 'lockouts'],
    about: 'Accounts that are locked after failed attempts.',
    tables: { sentinelActivities: {} },
  }),
  'sign-in-experience': defineEntity({
    area: 'sign-in-experience',
    names: ['the sign-in experience', 'sign-in experiences'],
    about: 'How users sign in, and what the pages look like.',
    tables: { signInExperiences: { caches: ['sign-in-experience'] } },
  }),
  'signing-keys': defineEntity({ area: 'configs', names: ['the signing keys', 'signing keys'], tables: {} }),
  'sso-connector': defineEntity({
    area: 'sso-connectors',
    names: ['an enterprise connector', 'enterprise connectors'],
    about: 'Single sign-on with the identity providers of enterprises.',
    tables: {
      ssoConnectors: { secrets: ['config', 'signingKey'], caches: ['sign-in-experience'] },
      ssoConnectorKeys: { secrets: ['privateKey'], essential: 'privateKey' },
    },
    quota: { key: 'enterpriseSsoLimit', free: 0, pro: null },
  }),
  'subject-token': defineEntity({
    area: 'users',
    names: ['a subject token', 'subject tokens'],
    about: 'Tokens to act as a user.',
    tables: { subjectTokens: { secrets: ['tokenHash'], essential: 'tokenHash' } },
  }),
  'user-asset': defineEntity({
    area: 'user-assets',
    names: ['an uploaded file', 'uploaded files'],
    about: 'Images for branding and profiles.',
    tables: {},
  }),
  'user-import': defineEntity({ area: 'users', names: ['a user import', 'user imports'], tables: {} }),
  'user-job': defineEntity({ area: 'users', names: ['a bulk change', 'bulk changes'], tables: {} }),
} as const satisfies Readonly<Record<string, Entity>>;

type Entities = typeof entities;

/** The kind of an object, as its history names it. */
export type EntityKind = keyof Entities;

export const entityKinds = Object.keys(entities) as EntityKind[];

export const isEntityKind = (kind: string): kind is EntityKind => Object.hasOwn(entities, kind);

type ByTable = { [Kind in EntityKind]: Entities[Kind]['tables'] }[EntityKind];
type TablesOf<E> = E extends unknown ? keyof E & string : never;

/** A table that keeps entities or their parts. */
export type EntityTable = TablesOf<ByTable>;

/** Typed for readers that know only the shape of a row, not each of the entities. */
export const entityList: readonly (Entity & { kind: EntityKind })[] = entityKinds.map(kind => ({
  kind,
  ...entities[kind],
}));

export type EntityArea = Entities[EntityKind]['area'];

type QuotaOf<E> = E extends { quota: { key: infer Key } } ? Key : never;

/** The limits that count the objects of one kind. */
export type EntityQuotaKey = QuotaOf<Entities[EntityKind]>;

export const entityQuotaKeys = entityList.flatMap(({ quota }) =>
  quota ? [quota.key as EntityQuotaKey] : [],
);

/** The same value for each of these limits, or one that depends on the entity. */
export const byEntityQuota = <Value>(limitOf: (entity: Entity & Required<Pick<Entity, 'quota'>>) => Value) =>
  Object.fromEntries(
    entityList.flatMap(({ quota, ...entity }) => (quota ? [[quota.key, limitOf({ ...entity, quota })]] : [])),
  ) as Record<EntityQuotaKey, Value>;

type Values<T> = T extends unknown ? T[keyof T] : never;
type EventsOf<E> = E extends { events: infer Events extends TableEvents } ? Events : never;

type Events = EventsOf<Values<ByTable>>;

/** The names that events about data begin with. */
export type EventSubject = Events['of'];

type NamesOf<E> = E extends TableEvents
  ? `${E['of']}.${(typeof everyChange)[number] | (E extends { also: readonly (infer Name extends string)[] } ? Name : never)}`
  : never;

/** Events that webhooks can receive for rows of every table. */
const everyChange = ['Created', 'Deleted', 'Data.Updated'] as const;

export type DataEvent = NamesOf<Events>;

const withEvents = entityList.flatMap(({ tables }) =>
  Object.entries(tables).flatMap(([table, { events }]) => (events ? [{ table, events }] : [])),
);

export const dataEvents = withEvents.flatMap(({ events: { of, also = [] } }) =>
  [...everyChange, ...also].map(name => `${of}.${name}` as DataEvent),
);

export const eventSubjects = withEvents.map(({ events }) => events.of as EventSubject);

/** By the table whose rows they are about. */
export const subjectOfTable: ReadonlyMap<string, EventSubject> = new Map(
  withEvents.map(({ table, events }) => [table, events.of as EventSubject]),
);
