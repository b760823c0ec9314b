import type { CaptchaConfig } from '@gatehouse/contract/captcha.ts';
import { planIds } from '@gatehouse/contract/plans.ts';
import type { SignInExperience } from '@gatehouse/contract/sign-in-experience.ts';
import type { SsoProviderName } from '@gatehouse/contract/sso-connectors.ts';
import type { PublicSignInExperience } from '@gatehouse/contract/well-known.ts';
import type { Kysely, Selectable } from 'kysely';
import { findFactory } from '../connectors/catalogue.ts';
import { ssoProvider } from '../connectors/enterprise-providers.ts';
import type { Tables } from '../database/tables.ts';
import { listProfileFields } from './profile-fields.ts';
import { firstFactors } from './sign-in/first-factor-rules.ts';
import { loadSignInConfiguration } from './sign-in/load.ts';
import { loadSignInExperience } from './sign-in-experience.ts';

/** Whose colors the pages wear: the application's over the tenant's, the organization's over both. */
export type Brand = { appId?: string; organizationId?: string };

/** Public settings of the sign-in pages of a tenant. */
export const loadPublicExperience = async (
  db: Kysely<Tables>,
  brand: Brand,
  /** Settings that are not saved. */
  unsaved: Partial<SignInExperience> = {},
): Promise<PublicSignInExperience> => {
  const {
    forgotPasswordMethods: _,
    emailBlocklistPolicy: __,
    smsPolicy: ___,
    securityNotices: ____,
    ...experience
  } = { ...(await loadSignInExperience(db)), ...unsaved };
  const resets = firstFactors({ ...(await loadSignInConfiguration(db)), ...unsaved }, 'ForgotPassword');
  const resetsBy = (type: string) => resets.some(({ identifier }) => identifier === type);
  const looks = [
    await looksOfApplication(db, brand.appId),
    await looksOfOrganization(db, brand.organizationId),
  ];
  const customProfileFields = await listAskedFields(db, experience);
  return {
    ...looks.reduce<Looks & typeof experience>(wear, experience),
    socialConnectors: await listSocialConnectors(db, experience),
    ssoConnectors: experience.singleSignOnEnabled ? await listSsoConnectors(db) : [],
    forgotPassword: { email: resetsBy('email'), phone: resetsBy('phone') },
    isDevelopmentTenant: await isDevelopment(db),
    ...(experience.captchaPolicy.enabled ? await describeCaptcha(db) : {}),
    isExperienceAvatarUploadEnabled: customProfileFields.some(({ name }) => name === 'avatar'),
    customProfileFields,
  };
};

/** Only the cloud has the plan of those that are not for the public. */
const isDevelopment = async (db: Kysely<Tables>) => {
  const { planId } = await db.selectFrom('tenants').select('planId').executeTakeFirstOrThrow();
  return planId === planIds.development;
};

type Looks = Partial<
  Pick<SignInExperience, 'color' | 'branding' | 'customCss' | 'termsOfUseUrl' | 'privacyPolicyUrl'>
>;
type StoredLooks = { [Name in keyof Looks]: object | string | null };

/** Unset values fall back to the base. */
const wear = <Base extends Looks>(base: Base, over: StoredLooks | undefined): Base => {
  if (!over) return base;
  const { color = {}, branding = {}, ...texts } = over;
  const set = Object.entries(texts).filter(([, value]) => value);
  return {
    ...base,
    ...Object.fromEntries(set),
    color: { ...base.color, ...(color as object) },
    branding: { ...base.branding, ...(branding as object) },
  };
};

const looksOfApplication = async (db: Kysely<Tables>, id: string | undefined) =>
  id === undefined
    ? undefined
    : db
        .selectFrom('applicationSignInExperiences')
        .select(['color', 'branding', 'customCss', 'termsOfUseUrl', 'privacyPolicyUrl'])
        .where('applicationId', '=', id)
        .executeTakeFirst();

const looksOfOrganization = async (db: Kysely<Tables>, id: string | undefined) =>
  id === undefined
    ? undefined
    : db
        .selectFrom('organizations')
        .select(['color', 'branding', 'customCss'])
        .where('id', '=', id)
        .executeTakeFirst();

type StoredConnector = Pick<Selectable<Tables['connectors']>, 'id' | 'connectorId' | 'metadata'>;

/** A button of the sign-in page; none for connectors that send messages. */
export const describeSocialConnector = ({ id, connectorId, metadata }: StoredConnector) => {
  const factory = findFactory(connectorId)?.metadata;
  if (factory?.type !== 'Social') return undefined;
  const { target, name, logo, logoDark, platform } = { ...factory, ...metadata };
  return { id, target, name, logo, logoDark, platform };
};

const listSocialConnectors = async (
  db: Kysely<Tables>,
  { socialSignInConnectorTargets: targets }: Pick<SignInExperience, 'socialSignInConnectorTargets'>,
) => {
  const connectors = await db.selectFrom('connectors').selectAll().execute();
  return connectors
    .flatMap(row => describeSocialConnector(row) ?? [])
    .filter(({ target }) => targets.includes(target))
    .toSorted((one, other) => targets.indexOf(one.target) - targets.indexOf(other.target));
};

const listSsoConnectors = async (db: Kysely<Tables>) => {
  const connectors = await db
    .selectFrom('ssoConnectors')
    .selectAll()
    .where('isComplete', '=', true)
    .orderBy('createdAt')
    .execute();
  return connectors.map(({ id, connectorName, providerName, branding }) => {
    const provider = ssoProvider(providerName as SsoProviderName);
    const { displayName, logo, darkLogo } = branding as {
      displayName?: string;
      logo?: string;
      darkLogo?: string;
    };
    return {
      id,
      connectorName: displayName ?? connectorName,
      logo: logo ?? provider.logo,
      darkLogo: darkLogo ?? logo ?? provider.logoDark,
    };
  });
};

const describeCaptcha = async (db: Kysely<Tables>) => {
  const provider = await db.selectFrom('captchaProviders').select('config').executeTakeFirst();
  return provider ? { captchaConfig: provider.config as Omit<CaptchaConfig, 'secretKey'> } : {};
};

/** The fields of the sign-up form in their order: those that the tenant chose, or all. */
const listAskedFields = async (
  db: Kysely<Tables>,
  { signUpProfileFields }: Pick<SignInExperience, 'signUpProfileFields'>,
) => {
  const fields = await listProfileFields(db);
  return signUpProfileFields
    ? signUpProfileFields.flatMap(({ name }) => fields.find(field => field.name === name) ?? [])
    : fields;
};
