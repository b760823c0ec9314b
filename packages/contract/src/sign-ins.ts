import { z } from 'zod';
import { firstFactors, secondFactors } from './dashboard.ts';
import { defineRows } from './endpoint.ts';
import { id, timestamp } from './fields.ts';
import { backwards, beginsBeforeItEnds, log, logPayload, logResults, time } from './logs.ts';

/** `Open`: neither completed nor refused, or not yet. */
export const signInOutcomes = [...logResults, 'Open'] as const;
export type SignInOutcome = (typeof signInOutcomes)[number];

/** `Session`: the user was signed in already. `Token` and `Saml` are what the application gets. */
export const signInMethods = [...firstFactors, ...secondFactors, 'Session', 'Token', 'Saml'] as const;
export type SignInMethod = (typeof signInMethods)[number];

export const signInEvents = ['SignIn', 'Register', 'ForgotPassword'] as const;

export const signIn = z.object({
  tenantId: id,
  id: z.string(),
  outcome: z.enum(signInOutcomes),
  event: z.enum(signInEvents),
  userId: z.string().nullable(),
  applicationId: z.string().nullable(),
  /** In the order in which they were used, each with how it ended. */
  methods: z.array(z.object({ method: z.enum(signInMethods), result: z.enum(logResults) })),
  /** The identifier typed at sign-in, masked if it belongs to no user. */
  identifier: z.string().optional(),
  /** Why the sign-in failed. */
  error: logPayload.shape.error,
  ip: z.string().optional(),
  country: z.string().optional(),
  userAgent: z.string().optional(),
  startedAt: timestamp,
  endedAt: timestamp,
});
export type SignIn = z.infer<typeof signIn>;

const detailedSignIn = signIn.extend({ steps: z.array(log) });

export const signIns = defineRows({
  list: {
    method: 'get',
    path: '/sign-ins',
    summary: 'List sign-ins, newest first',
    query: z
      .object({
        userId: z.string().optional(),
        applicationId: z.string().optional(),
        outcome: z.enum(signInOutcomes).optional(),
        start_time: time,
        end_time: time,
        /** The last sign-in of the page before: reads on from there, however far it is. */
        before: z.string().optional(),
      })
      .refine(beginsBeforeItEnds, backwards),
    response: z.array(signIn),
    status: 200,
    permission: 'logs:read',
    paging: 'always',
    errors: ['log.invalid_time_window'],
  },
  read: {
    method: 'get',
    path: '/sign-ins/:id',
    summary: 'Read a sign-in with its steps',
    response: detailedSignIn,
    status: 200,
    permission: 'logs:read',
  },
});
