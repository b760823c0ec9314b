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
    }),
    response: z.object({ id: userId, username: z.string() }),
    status: 201,
    permission: 'public',
    errors: ['setup.already_done', 'password.rejected'],
  },
});
