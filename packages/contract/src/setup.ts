import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { userId } from './fields.ts';
import { email, username } from './patterns.ts';

export const setup = defineRows({
  createAdministrator: {
    method: 'post',
    path: '/setup/administrator',
    summary: 'Create the first administrator; possible only once',
    body: z.strictObject({
      username,
      password: z.string().min(1).max(256),
      primaryEmail: email.optional(),
      /** Printed by the server when it starts; needed unless both are on the same machine. */
      setupCode: z.string().max(64).optional(),
    }),
    response: z.object({ id: userId, username: z.string() }),
    status: 201,
    permission: 'public',
    perAddress: 'failures',
    errors: ['setup.already_done', 'setup.wrong_code', 'password.rejected'],
  },
});
