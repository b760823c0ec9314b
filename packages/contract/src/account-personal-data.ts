import { z } from 'zod';
import { accessErrors } from './account.ts';
import { defineRows } from './endpoint.ts';
import { timestamp } from './fields.ts';
import { personExportFormats, personExportTypes } from './person-export.ts';

/** What users do with everything that is stored about them. Each takes a fresh proof. */
export const accountPersonalData = defineRows({
  /** A POST: applications of others never get it, and each one is counted and noted. */
  export: {
    method: 'post',
    path: '/my-account/export',
    summary: 'Download everything that is stored about the own account, as JSON or as a readable page',
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
    summary: 'Sign out everywhere and delete the own account after the grace period',
    response: z.object({ deletionDueAt: timestamp }),
    status: 200,
    permission: 'profile',
    errors: accessErrors,
  },
});
