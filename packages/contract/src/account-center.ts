import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { clearable, clearableUrl, id, url } from './fields.ts';
import { fieldKey } from './patterns.ts';
import { origin } from './redirect-uris.ts';

export const fieldAccesses = ['Off', 'ReadOnly', 'Edit'] as const;
const access = z.enum(fieldAccesses);

export const accountCenterFields = z.strictObject({
  name: access.optional(),
  avatar: access.optional(),
  profile: access.optional(),
  email: access.optional(),
  phone: access.optional(),
  password: access.optional(),
  username: access.optional(),
  social: access.optional(),
  customData: access.optional(),
  mfa: access.optional(),
  session: access.optional(),
  passkey: access.optional(),
});

/** The account data that users can see and change. A field that is not listed is off. */
export const accountCenter = z.object({
  tenantId: id,
  id,
  enabled: z.boolean(),
  fields: accountCenterFields,
  /** Other sites whose passkeys count as this one's. */
  webauthnRelatedOrigins: z.array(origin),
  /** The page for users who want to delete their account. */
  deleteAccountUrl: clearableUrl.nullable().optional(),
  customCss: z.string().nullable().optional(),
  /** Self-service for all data stored about the user. */
  personalData: z
    .strictObject({
      /** Download it. */
      canExport: z.boolean(),
      /** Delete it with their account. */
      canDelete: z.boolean(),
      /** Days in which users can cancel the deletion. */
      graceDays: z.number().int().min(1).max(90),
    })
    .optional(),
  /** The custom profile fields that users see, in this order. */
  profileFields: z.array(z.strictObject({ name: fieldKey })).optional(),
});
export type AccountCenter = z.infer<typeof accountCenter>;

export const updateAccountCenter = z.strictObject({
  ...accountCenter.omit({ tenantId: true, id: true }).partial().shape,
  deleteAccountUrl: clearable(url).optional(),
  customCss: clearable(z.string()).optional(),
});

export const accountCenters = defineRows({
  read: {
    method: 'get',
    path: '/account-center',
    summary: 'Read the account center settings',
    response: accountCenter,
    status: 200,
    permission: 'account-center:read',
  },
  update: {
    method: 'patch',
    path: '/account-center',
    summary: 'Update the account center settings',
    body: updateAccountCenter,
    response: accountCenter,
    status: 200,
    permission: 'account-center:write',
    change: 'account-center',
  },
});
