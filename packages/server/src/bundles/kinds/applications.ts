import { type Call, defineKind, type Writing } from '../kind.ts';
import { referencesToPermissions } from '../permissions.ts';
import {
  type ApplicationFields,
  applicationFields,
  noConsent,
  usualExperience,
} from './application-fields.ts';
import { readApplications, writeConsent } from './application-parts.ts';
import { organizationPermissionsFolder } from './organization-template.ts';
import { rolesFolder } from './roles.ts';

export const applicationsFolder = 'applications';

/** Secrets of applications belong to a tenant and are in no file. Clients that registered themselves are left out. */
export const applications = defineKind<ApplicationFields>({
  folder: applicationsFolder,
  entity: 'application',
  key: ['type', 'name'],
  fixed: ['type', 'isThirdParty', 'protectedAppMetadata.subDomain', 'customClientMetadata.isDeviceFlow'],
  sets: [
    'roles',
    'accessRoles',
    'consent.user',
    'consent.organization',
    'consent.api',
    'consent.organizationApi',
  ],
  schema: applicationFields,
  read: readApplications,

  referencesOf: ({ roles, accessRoles, consent: { organization, api, organizationApi } }) => [
    ...[...roles, ...accessRoles].map(slug => ({ kind: rolesFolder, slug })),
    ...organization.map(slug => ({ kind: organizationPermissionsFolder, slug })),
    ...referencesToPermissions([...api, ...organizationApi]),
  ],

  async create(writing, fields) {
    const id = await createOne(writing.call, fields);
    await writeParts(writing, id, fields);
    return id;
  },

  async update(writing, id, fields, before) {
    await updateOne(writing.call, id, fields);
    await writeParts(writing, id, fields, before);
  },

  async delete({ call, db }, id) {
    const row = await db.selectFrom('applications').select('type').where('id', '=', id).executeTakeFirst();
    await call(row?.type === 'SAML' ? 'samlApplications' : 'applications', 'delete', { params: { id } });
  },
});

const createOne = async (call: Call, fields: ApplicationFields) => {
  const {
    name,
    type,
    description,
    customData,
    isThirdParty,
    isPkceRequired,
    protectedAppMetadata: metadata,
  } = fields;
  if (type === 'SAML') {
    const { appLevelAccessControlEnabled, saml } = fields;
    const body = { name, description, customData, appLevelAccessControlEnabled, ...saml };
    return (await call('samlApplications', 'create', { body })).id;
  }
  const { oidcClientMetadata: oidc, customClientMetadata: custom } = fields;
  const { subDomain, origin } = metadata ?? {};
  const body = {
    name,
    type,
    description,
    customData,
    isThirdParty,
    isPkceRequired,
    oidcClientMetadata: oidc,
    customClientMetadata: custom,
    ...(subDomain && origin ? { protectedAppMetadata: { subDomain, origin } } : {}),
  };
  const { id } = await call('applications', 'create', { body });
  // These fields can be set only on an existing application.
  if (metadata || fields.appLevelAccessControlEnabled) await updateOne(call, id, fields);
  return id;
};

const updateOne = async (call: Call, id: string, fields: ApplicationFields) => {
  const { name, type, description, customData, appLevelAccessControlEnabled } = fields;
  const shared = { name, description, customData, appLevelAccessControlEnabled };
  if (type === 'SAML') {
    await call('samlApplications', 'update', { params: { id }, body: { ...shared, ...fields.saml } });
    return;
  }
  const { subDomain: _, ...metadata } = fields.protectedAppMetadata ?? {};
  const { isPkceRequired, oidcClientMetadata: oidc, customClientMetadata: custom } = fields;
  const body = {
    ...shared,
    isPkceRequired,
    oidcClientMetadata: oidc,
    customClientMetadata: custom,
    ...(fields.protectedAppMetadata ? { protectedAppMetadata: metadata } : {}),
  };
  await call('applications', 'update', { params: { id }, body });
};

/** Writes the parts of an application that are stored in separate tables. */
const writeParts = async (
  writing: Writing,
  applicationId: string,
  { type, roles, accessRoles, consent: wanted, signInExperience }: ApplicationFields,
  before?: ApplicationFields,
) => {
  const { call, references } = writing;
  const params = { applicationId };
  const idsOf = (slugs: readonly string[]) => slugs.map(slug => references.idOf(rolesFolder, slug));
  if (type === 'MachineToMachine' && (before || roles.length))
    await call('applications', 'replaceRoles', { params, body: { roleIds: idsOf(roles) } });
  if (before || accessRoles.length) {
    const rules = await call('applicationAccess', 'read', { params });
    await call('applicationAccess', 'replace', {
      params,
      body: { ...rules, userRoleIds: idsOf(accessRoles) },
    });
  }
  await writeConsent(writing, applicationId, wanted, before?.consent ?? noConsent);
  if (signInExperience || before?.signInExperience)
    await call('applicationSignInExperiences', 'replace', {
      params,
      body: signInExperience ?? usualExperience,
    });
};
