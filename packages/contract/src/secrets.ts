import { defineRows } from './endpoint.ts';

/** Tokens of other services, kept on behalf of users. */
export const secrets = defineRows({
  delete: {
    method: 'delete',
    path: '/secrets/:id',
    summary: 'Delete stored third-party tokens',
    status: 204,
    permission: 'users:write',
    change: 'secret',
  },
});
