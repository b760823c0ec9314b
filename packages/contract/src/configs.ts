import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { timestamp } from './fields.ts';
import { tenantTag } from './tenants.ts';

/** State that the console keeps for a whole tenant. */
export const adminConsoleConfig = z.object({
  signInExperienceCustomized: z.boolean(),
  organizationCreated: z.boolean(),
  /** Unread until `readAt` is set. */
  developmentTenantMigrationNotification: z
    .strictObject({ isPaidTenant: z.boolean(), tag: tenantTag, readAt: timestamp.optional() })
    .optional(),
  checkedChargeNotification: z
    .strictObject({
      token: z.boolean().optional(),
      apiResource: z.boolean().optional(),
      machineToMachineApp: z.boolean().optional(),
      tenantMember: z.boolean().optional(),
    })
    .optional(),
});
export type AdminConsoleConfig = z.infer<typeof adminConsoleConfig>;

export const updateAdminConsoleConfig = z.strictObject(adminConsoleConfig.partial().shape);

export const configs = defineRows({
  readAdminConsole: {
    method: 'get',
    path: '/configs/admin-console',
    summary: 'Read the console settings of the tenant',
    response: adminConsoleConfig,
    status: 200,
    permission: 'configs:read',
  },
  updateAdminConsole: {
    method: 'patch',
    path: '/configs/admin-console',
    summary: 'Update the console settings of the tenant',
    body: updateAdminConsoleConfig,
    response: adminConsoleConfig,
    status: 200,
    permission: 'configs:write',
    change: 'config',
  },
});
