import { z } from 'zod';
import { accessErrors } from './account.ts';
import { defineRows } from './endpoint.ts';
import { timestamp } from './fields.ts';
import { personExportFormats, personExportTypes } from './person-export.ts';

/** Self-service for all data stored about the user. Each action requires recent reauthentication. */
export const accountPersonalData = defineRows({
  /** A POST: applications of others never get it, and each one is counted and noted. */
  export: {
    method: 'post',
    path: '/my-account/export',
    summary: 'Export all data about your account as JSON or HTML',
    body: z.strictObject({ format: z.enum(personExportFormats) }),
    response: z.unknown(),
    file: personExportTypes,
    status: 200,
    permission: 'profile',
    errors: [...accessErrors, 'auth.unauthorized', 'request.rate_limited'],
  },
  requestDeletion: {
    method: 'post',
    path: '/my-account/deletion',
    summary: 'Schedule the deletion of your account and sign out everywhere',
    response: z.object({ deletionDueAt: timestamp }),
    status: 200,
    permission: 'profile',
    errors: accessErrors,
  },
});
