import type { ConsentScopeType } from '@gatehouse/contract/application-consent.ts';
import { isSame } from '../canonical.ts';
import type { Found, Reading, Writing } from '../kind.ts';
import { idsOfPermissions, readPermissions } from '../permissions.ts';
import { type ApplicationFields, type Consent, usualExperience } from './application-fields.ts';
import { organizationPermissionsFolder } from './organization-template.ts';
import { rolesFolder } from './roles.ts';

/** Every application with its parts, in a handful of statements. */
export const readApplications = async ({ db, references }: Reading): Promise<Found[]> => {
  const rows = await db
    .selectFrom('applications')
    .selectAll()
    .where('id', 'not in', eb => eb.selectFrom('clientRegistrations').select('applicationId'))
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  const nameOf = await readPermissions(db, references);
  const by = <Row extends { applicationId: string }>(parts: Row[]) =>
    Map.groupBy(parts, ({ applicationId }) => applicationId);
  const roles = by(await db.selectFrom('applicationsRoles').selectAll().execute());
  const accessRoles = by(await db.selectFrom('applicationAccessUserRoles').selectAll().execute());
  const userScopes = by(await db.selectFrom('applicationConsentUserScopes').selectAll().execute());
  const organizationScopes = by(
    await db.selectFrom('applicationConsentOrganizationScopes').selectAll().execute(),
  );
  const apiScopes = by(await db.selectFrom('applicationConsentResourceScopes').selectAll().execute());
  const organizationApiScopes = by(
    await db.selectFrom('applicationConsentOrganizationResourceScopes').selectAll().execute(),
  );
  const experiences = by(await db.selectFrom('applicationSignInExperiences').selectAll().execute());
  const saml = by(await db.selectFrom('samlApplicationConfigs').selectAll().execute());
  const slugsOf = (held: { roleId: string }[] = []) =>
    held.flatMap(({ roleId }) => references.slugOf(rolesFolder, roleId) ?? []).sort();
  return rows.map(row => {
    const { id, name, protectedAppMetadata: site } = row;
    const [experience] = experiences.get(id) ?? [];
    const [config] = saml.get(id) ?? [];
    const fields: ApplicationFields = {
      name,
      type: row.type as ApplicationFields['type'],
      description: row.description,
      isThirdParty: row.isThirdParty,
      isPkceRequired: row.type === 'SAML' ? true : row.isPkceRequired,
      appLevelAccessControlEnabled: row.appLevelAccessControlEnabled,
      oidcClientMetadata: row.oidcClientMetadata,
      customClientMetadata: row.customClientMetadata,
      protectedAppMetadata: site ? siteOf(site) : null,
      saml: config ? samlOf(config) : null,
      customData: row.customData,
      roles: slugsOf(roles.get(id)),
      accessRoles: slugsOf(accessRoles.get(id)),
      consent: {
        user: (userScopes.get(id) ?? []).map(({ userScope }) => userScope as Consent['user'][number]).sort(),
        organization: (organizationScopes.get(id) ?? [])
          .flatMap(each => references.slugOf(organizationPermissionsFolder, each.organizationScopeId) ?? [])
          .sort(),
        api: (apiScopes.get(id) ?? []).map(({ scopeId }) => nameOf(scopeId)).sort(),
        organizationApi: (organizationApiScopes.get(id) ?? []).map(({ scopeId }) => nameOf(scopeId)).sort(),
      },
      signInExperience: experience ? experienceOf(experience) : null,
    };
    return { id, name, fields };
  });
};

const siteOf = (site: Record<string, unknown>) => {
  const { host, origin, sessionDuration, pageRules, additionalScopes } = site as {
    host: string;
  } & Omit<NonNullable<ApplicationFields['protectedAppMetadata']>, 'subDomain'>;
  const [subDomain = ''] = host.split('.');
  return { subDomain, origin, sessionDuration, pageRules, ...(additionalScopes ? { additionalScopes } : {}) };
};

const samlOf = (config: Record<string, unknown>) => {
  const {
    tenantId: _,
    applicationId: __,
    metadataCheckedAt: ___,
    metadataRefreshedAt: ____,
    metadataError: _____,
    ...fields
  } = config;
  return fields as NonNullable<ApplicationFields['saml']>;
};

const experienceOf = (experience: Record<string, unknown>) => {
  const { tenantId: _, applicationId: __, ...fields } = experience;
  if (isSame(fields, usualExperience)) return null;
  return fields as NonNullable<ApplicationFields['signInExperience']>;
};

const scopeTypes = {
  user: 'user-scopes',
  organization: 'organization-scopes',
  api: 'resource-scopes',
  organizationApi: 'organization-resource-scopes',
} as const satisfies Record<keyof Consent, ConsentScopeType>;

/** Adds and removes what is different. */
export const writeConsent = async (
  { call, db, references }: Writing,
  applicationId: string,
  wanted: Consent,
  before: Consent,
) => {
  const params = { applicationId };
  const minus = (one: Consent, other: Consent): Consent => ({
    user: one.user.filter(each => !other.user.includes(each)),
    organization: one.organization.filter(each => !other.organization.includes(each)),
    api: one.api.filter(each => !other.api.includes(each)),
    organizationApi: one.organizationApi.filter(each => !other.organizationApi.includes(each)),
  });
  const idsOf = async (names: Consent, isTolerant: boolean) => ({
    user: names.user,
    organization: names.organization.map(slug => references.idOf(organizationPermissionsFolder, slug)),
    api: await idsOfPermissions(db, references, names.api, { isTolerant }),
    organizationApi: await idsOfPermissions(db, references, names.organizationApi, { isTolerant }),
  });
  const added = await idsOf(minus(wanted, before), false);
  if (Object.values(added).some(({ length }) => length))
    await call('applicationConsent', 'addScopes', {
      params,
      body: {
        userScopes: added.user,
        organizationScopes: added.organization,
        resourceScopes: added.api,
        organizationResourceScopes: added.organizationApi,
      },
    });
  const removed = await idsOf(minus(before, wanted), true);
  for (const [kind, ids] of Object.entries(removed))
    for (const scopeId of ids)
      await call('applicationConsent', 'removeScope', {
        params: { ...params, scopeType: scopeTypes[kind as keyof Consent], scopeId },
      });
};
