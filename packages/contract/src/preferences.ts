import { z } from 'zod';
import { customDataKeys } from './onboarding.ts';

export const appearanceModes = ['system', 'light', 'dark'] as const;
export type AppearanceMode = (typeof appearanceModes)[number];

/** Notices that a user has seen and need not see again. */
export const noticeFlags = [
  'experienceNoticeConfirmed',
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

const flag = z.boolean().optional();

export const preferences = z.object({
  language: z.string().optional(),
  appearanceMode: z.enum(appearanceModes),
  ...(Object.fromEntries(noticeFlags.map(name => [name, flag])) as Record<NoticeFlag, typeof flag>),
});
export type Preferences = z.infer<typeof preferences>;

/** What the user's custom data says, or the defaults when it says nothing sensible. */
export const parsePreferences = (
  customData: Readonly<Record<string, unknown>> | undefined,
  defaults: { appearanceMode: AppearanceMode | undefined; isSupportedLanguage: (tag: string) => boolean },
): Preferences & { language: string } => {
  const parsed = preferences.safeParse(customData?.[customDataKeys.preferences]);
  const found = parsed.success ? parsed.data : { appearanceMode: defaults.appearanceMode ?? 'system' };
  const language = 'language' in found ? found.language : undefined;
  return { ...found, language: language && defaults.isSupportedLanguage(language) ? language : 'en' };
};
