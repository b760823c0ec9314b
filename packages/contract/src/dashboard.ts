import { z } from 'zod';
import { defineRows } from './endpoint.ts';

/** A number, and how much more it is than in the time before. */
const change = z.object({ count: z.number().int(), delta: z.number().int() });

const permission = 'dashboard:read';

export const dashboard = defineRows({
  countUsers: {
    method: 'get',
    path: '/dashboard/users/total',
    summary: 'Count all users',
    response: z.object({ totalUserCount: z.number().int() }),
    status: 200,
    permission,
  },
  countNewUsers: {
    method: 'get',
    path: '/dashboard/users/new',
    summary: 'Count the users who came today and in the last seven days',
    response: z.object({ today: change, last7Days: change }),
    status: 200,
    permission,
  },
  countActiveUsers: {
    method: 'get',
    path: '/dashboard/users/active',
    summary: 'Count the users who were active up to a day: on it, in 7 and in 30 days',
    query: z.object({ date: z.iso.date().optional() }),
    response: z.object({
      dauCurve: z.array(z.object({ date: z.iso.date(), count: z.number().int() })),
      dau: change,
      wau: change,
      mau: change,
    }),
    status: 200,
    permission,
  },
});
