import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { personExportQuery, personExportTypes } from './person-export.ts';

export const userPersonalData = defineRows({
  erase: {
    method: 'post',
    path: '/users/:userId/erase',
    summary: 'Erase a user and all personal data permanently, also after deletion',
    status: 204,
    permission: 'users:write',
    errors: ['user.cannot_delete_self'],
  },
  cancelDeletion: {
    method: 'delete',
    path: '/users/:userId/deletion',
    summary: 'Cancel the scheduled deletion of a user',
    status: 204,
    permission: 'users:write',
    change: 'user',
    errors: ['user.deletion_not_pending'],
  },
  export: {
    method: 'get',
    path: '/users/:userId/export',
    summary: 'Export all data stored about a user as JSON or HTML, also after deletion and before erasure',
    query: personExportQuery,
    response: z.unknown(),
    file: personExportTypes,
    status: 200,
    permission: 'users:read',
    // An export is whole or not at all: one that lacks parts would pass for everything.
    shows: [
      'roles:read',
      'organizations:read',
      'applications:read',
      'one-time-tokens:read',
      'logs:read',
      'changes:read',
      'hooks:read',
    ],
    errors: ['user.erased'],
  },
});
