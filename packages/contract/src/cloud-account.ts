import { z } from 'zod';
import { defineRows } from './endpoint.ts';

/** Cloud data of the signed-in user. */
export const cloudAccount = defineRows({
  listRegions: {
    method: 'get',
    path: '/me/regions',
    summary: 'List the regions in which the user can create tenants',
    response: z.object({
      regions: z.array(z.object({ name: z.string(), displayName: z.string(), isPrivate: z.boolean() })),
    }),
    status: 200,
    permission: 'create:tenant',
  },
  delete: {
    method: 'delete',
    path: '/me',
    summary: 'Delete the signed-in user’s account',
    status: 204,
    permission: 'manage:tenant:self',
    errors: ['tenant.account_has_tenants'],
  },
});
