import { z } from 'zod';
import { defineRows } from './endpoint.ts';
import { jsonObject } from './fields.ts';
import { user } from './users.ts';

export const me = defineRows({
  read: {
    method: 'get',
    path: '/me',
    summary: 'Read the signed-in administrator',
    response: user,
    status: 200,
    permission: 'me',
  },
  update: {
    method: 'patch',
    path: '/me',
    summary: 'Update the signed-in administrator',
    body: z.strictObject({
      ...user.pick({ name: true, avatar: true }).partial().shape,
      username: user.shape.username.unwrap().optional(),
      primaryEmail: user.shape.primaryEmail.unwrap().optional(),
    }),
    response: user,
    status: 200,
    permission: 'me',
    change: 'user',
    errors: ['user.suspended', 'user.username_already_in_use', 'user.email_already_in_use'],
  },
  readCustomData: {
    method: 'get',
    path: '/me/custom-data',
    summary: 'Read the custom data of the signed-in administrator',
    response: jsonObject,
    status: 200,
    permission: 'me',
  },
  updateCustomData: {
    method: 'patch',
    path: '/me/custom-data',
    summary: 'Merge fields into the custom data of the signed-in administrator',
    body: jsonObject,
    response: jsonObject,
    status: 200,
    permission: 'me',
  },
});
