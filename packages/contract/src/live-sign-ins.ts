import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { signIn } from './sign-ins.ts';

/** The data of an event: a sign-in as of its latest decisive step. A later step of the same sign-in is another event. */
const liveSignIn = signIn.extend({
  /** For a token that no user asked for: its entry in the audit log, which then is the ID too. */
  entryId: z.string().optional(),
  /** For callers that may read applications. */
  applicationName: z.string().optional(),
  /** For callers that may read users. */
  user: z
    .object({
      id: z.string(),
      name: z.string().nullable(),
      username: z.string().nullable(),
      primaryEmail: z.string().nullable(),
      primaryPhone: z.string().nullable(),
      avatar: z.string().nullable(),
    })
    .optional(),
  /** Whether the application got its first token, or its first SAML response. */
  isFirstToken: z.boolean(),
});
export type LiveSignIn = z.infer<typeof liveSignIn>;

/** Names the last event that the caller has: the stream continues after it. */
export const lastEventHeader = 'Last-Event-ID';

/** Streams that may be open at once, on each server process. */
export const streamLimits = { perCaller: 6, perTenant: 60 } as const;

export const liveSignIns = defineRows({
  stream: {
    method: 'get',
    path: '/sign-ins/stream',
    summary: 'Stream sign-ins as they happen',
    response: liveSignIn,
    isStream: true,
    status: 200,
    permission: 'logs:read',
    errors: ['log.too_many_streams', 'server.unavailable'],
  },
});
