import { defineRows } from './endpoint.ts';

/** Tokens of other services, kept on behalf of users. */
export const secrets = defineRows({
  delete: {
    method: 'delete',
    path: '/secrets/:id',
    summary: 'Delete the stored tokens of another service',
    status: 204,
    permission: 'users:write',
    change: 'secret',
  },
});
