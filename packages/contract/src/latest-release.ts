import { z } from 'zod';
import { defineRows } from './endpoint.ts';

export const latestRelease = defineRows({
  read: {
    method: 'get',
    path: '/me/latest-release',
    summary: 'Read the latest release',
    /** Null if no address for releases is configured. */
    response: z.object({ latestRelease: z.string().startsWith('v').nullable() }),
    status: 200,
    permission: 'me',
    errors: ['release.check_failed'],
  },
});
