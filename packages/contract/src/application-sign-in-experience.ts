import { z } from 'zod';
import { branding, color } from './branding.ts';
import { displayName } from './display-names.ts';
import { defineRows } from './endpoint.ts';
import { clearable, clearableUrl, id } from './fields.ts';

/** Overrides for the sign-in pages that users of one application see. */
export const applicationSignInExperience = z.object({
  tenantId: id,
  applicationId: id,
  color: color.partial(),
  branding,
  customCss: z.string().nullable(),
  termsOfUseUrl: clearableUrl.nullable(),
  privacyPolicyUrl: clearableUrl.nullable(),
  displayName: z.string().max(256).nullable(),
});
export type ApplicationSignInExperience = z.infer<typeof applicationSignInExperience>;

export const updateApplicationSignInExperience = z.strictObject({
  ...applicationSignInExperience.omit({ tenantId: true, applicationId: true }).partial().shape,
  customCss: clearable(z.string()).optional(),
  displayName: clearable(displayName(z.string().max(256))).optional(),
});

const path = '/applications/:applicationId/sign-in-experience';

export const applicationSignInExperiences = defineRows({
  read: {
    method: 'get',
    path,
    summary: 'Read the sign-in experience of an application',
    response: applicationSignInExperience,
    status: 200,
    permission: 'applications:read',
  },
  replace: {
    method: 'put',
    path,
    summary: 'Set the sign-in experience of an application',
    body: updateApplicationSignInExperience,
    response: applicationSignInExperience,
    status: 200,
    otherStatus: 201,
    permission: 'applications:write',
    change: 'application',
  },
});
