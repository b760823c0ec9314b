import { z } from 'zod';
import { defineRows } from './endpoint.ts';

export const latestRelease = defineRows({
  read: {
    method: 'get',
    path: '/me/latest-release',
    summary: 'Read the latest release',
    /** Null where nobody said where to look. */
    response: z.object({ latestRelease: z.string().startsWith('v').nullable() }),
    status: 200,
    permission: 'me',
    errors: ['release.check_failed'],
  },
});
