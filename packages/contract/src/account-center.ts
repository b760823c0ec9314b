import { z } from 'zod';
import { id } from './fields.ts';
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
});

/** What users may see and change of their own account. A field that is not named is off. */
export const accountCenter = z.object({
  tenantId: id,
  id,
  enabled: z.boolean(),
  fields: accountCenterFields,
  /** Other sites whose passkeys count as this one's. */
  webauthnRelatedOrigins: z.array(origin),
});
export type AccountCenter = z.infer<typeof accountCenter>;

export const updateAccountCenter = z.strictObject(
  accountCenter.pick({ enabled: true, fields: true, webauthnRelatedOrigins: true }).partial().shape,
);
