import { customDataKeys } from './dialect.ts';

export const appearanceModes = ['system', 'light', 'dark'] as const;
export type AppearanceMode = (typeof appearanceModes)[number];

/** The height of rows in lists. */
export const densities = ['comfortable', 'compact'] as const;
export type Density = (typeof densities)[number];

/** Notices that a user has seen and need not see again. */
export const noticeFlags = [
  'experienceNoticeConfirmed',
  'setupChecklistHidden',
  'connectorSieNoticeConfirmed',
  'managementApiAcknowledged',
  'roleWithManagementApiAccessNotificationAcknowledged',
  'm2mRoleNotificationAcknowledged',
  'mfaUpsellNoticeAcknowledged',
  'm2mUpsellNoticeAcknowledged',
  'apiResourceUpsellNoticeAcknowledged',
  'organizationUpsellNoticeAcknowledged',
  'tenantMembersUpsellNoticeAcknowledged',
  'enterpriseSsoUpsellNoticeAcknowledged',
  'securityFeaturesUpsellNoticeAcknowledged',
  'samlAppsUpsellNoticeAcknowledged',
  'thirdPartyAppsUpsellNoticeAcknowledged',
  'rbacUpsellNoticeAcknowledged',
  'addOnChangesInCurrentCycleNoticeAcknowledged',
] as const;
export type NoticeFlag = (typeof noticeFlags)[number];

export type Preferences = {
  language?: string;
  appearanceMode: AppearanceMode;
  density?: Density;
  /** Views of the user list that the administrator named; the list checks what it reads. */
  userViews?: unknown;
} & Partial<Record<NoticeFlag, boolean>>;

/**
 * Checked without a schema library: the console reads these at its very start, and such a library would be a tenth of
 * what is loaded by then.
 */
const isPreferences = (value: unknown): value is Preferences => {
  if (typeof value !== 'object' || value === null) return false;
  const { language, appearanceMode, density, ...rest } = value as Record<string, unknown>;
  return (
    (language === undefined || typeof language === 'string') &&
    appearanceModes.some(mode => mode === appearanceMode) &&
    (density === undefined || densities.some(each => each === density)) &&
    noticeFlags.every(flag => rest[flag] === undefined || typeof rest[flag] === 'boolean')
  );
};

/** The preferences in the user's custom data. Missing or invalid ones fall back to the defaults. */
export const parsePreferences = (
  customData: Readonly<Record<string, unknown>> | undefined,
  defaults: { appearanceMode: AppearanceMode | undefined; isSupportedLanguage: (tag: string) => boolean },
): Preferences & { language: string } => {
  const kept = customData?.[customDataKeys.preferences];
  const found: Preferences = isPreferences(kept)
    ? kept
    : { appearanceMode: defaults.appearanceMode ?? 'system' };
  const { language } = found;
  return { ...found, language: language && defaults.isSupportedLanguage(language) ? language : 'en' };
};
