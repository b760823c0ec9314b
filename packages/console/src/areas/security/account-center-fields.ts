import { type AccountCenter, fieldAccesses } from '@gatehouse/contract/account-center.ts';
import { clearableUrl } from '@gatehouse/contract/fields.ts';
import { origin } from '@gatehouse/contract/redirect-uris.ts';
import { z } from 'zod';
import { lines, writtenLines } from '../../templates/form-lines.tsx';

export const accountFields = [
  'name',
  'avatar',
  'profile',
  'username',
  'email',
  'phone',
  'password',
  'mfa',
  'passkey',
  'social',
  'session',
  'customData',
] as const;

export const accountCenterFields = z.object({
  enabled: z.boolean(),
  fields: z.record(z.enum(accountFields), z.enum(fieldAccesses)),
  profileFields: z.array(z.string()),
  deleteAccountUrl: clearableUrl,
  webauthnRelatedOrigins: lines(origin),
  customCss: z.string(),
  personalData: z.object({
    canExport: z.boolean(),
    canDelete: z.boolean(),
    graceDays: z.number().int().min(1).max(90),
  }),
});
type AccountCenterValues = z.infer<typeof accountCenterFields>;

export const readAccountCenter = (saved: AccountCenter): AccountCenterValues => ({
  enabled: saved.enabled,
  fields: Object.fromEntries(
    accountFields.map(name => [name, saved.fields[name] ?? 'Off']),
  ) as AccountCenterValues['fields'],
  profileFields: (saved.profileFields ?? []).map(({ name }) => name),
  deleteAccountUrl: saved.deleteAccountUrl ?? '',
  webauthnRelatedOrigins: saved.webauthnRelatedOrigins,
  customCss: saved.customCss ?? '',
  personalData: saved.personalData ?? { canExport: false, canDelete: false, graceDays: 14 },
});

export const writeAccountCenter = (values: AccountCenterValues) => ({
  ...values,
  profileFields: values.profileFields.map(name => ({ name })),
  deleteAccountUrl: values.deleteAccountUrl || null,
  webauthnRelatedOrigins: writtenLines(values.webauthnRelatedOrigins),
  customCss: values.customCss || null,
});
