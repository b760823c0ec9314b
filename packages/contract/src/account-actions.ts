import { z } from 'zod';
import { email } from './patterns.ts';

/** What one page of the profile tells the next: for whom, and what comes after the proof. */
export const accountAction = z.object({ email, action: z.enum(['changeEmail', 'changePassword']) });
export type AccountAction = z.infer<typeof accountAction>;

/** What the console needs of its own ID token; a role is `tenantOrganizationId:role`. */
export const consoleClaims = z.object({
  sub: z.string(),
  organization_roles: z.array(z.string()).optional(),
});
