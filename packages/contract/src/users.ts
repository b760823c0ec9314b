import { z } from 'zod';
import { defineRows, queryFlag } from './endpoint.ts';
import { clearableUrl, id, jsonObject, timestamp, userId } from './fields.ts';
import { email, phone, username } from './patterns.ts';

export const address = z.strictObject({
  formatted: z.string().optional(),
  streetAddress: z.string().optional(),
  locality: z.string().optional(),
  region: z.string().optional(),
  postalCode: z.string().optional(),
  country: z.string().optional(),
});

/** The standard claims that a user can fill in. */
export const userProfile = z.strictObject({
  familyName: z.string().optional(),
  givenName: z.string().optional(),
  middleName: z.string().optional(),
  nickname: z.string().optional(),
  preferredUsername: z.string().optional(),
  profile: z.string().optional(),
  website: z.string().optional(),
  gender: z.string().optional(),
  birthdate: z.string().optional(),
  zoneinfo: z.string().optional(),
  locale: z.string().optional(),
  address: address.optional(),
});
export type UserProfile = z.infer<typeof userProfile>;

export const identities = z.record(
  z.string(),
  z.object({ userId: z.string(), details: jsonObject.optional() }),
);

export const ssoIdentity = z.object({
  tenantId: id,
  id,
  userId,
  issuer: z.string(),
  identityId: z.string(),
  detail: jsonObject,
  ssoConnectorId: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const user = z.object({
  id: userId,
  username: username.nullable(),
  primaryEmail: email.nullable(),
  primaryPhone: phone.nullable(),
  name: z.string().max(128).nullable(),
  avatar: clearableUrl.nullable(),
  customData: jsonObject,
  identities,
  lastSignInAt: timestamp.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
  profile: userProfile,
  applicationId: id.nullable(),
  isSuspended: z.boolean(),
  hasPassword: z.boolean().optional(),
  ssoIdentities: z.array(ssoIdentity).optional(),
});
export type User = z.infer<typeof user>;

export const genders = ['female', 'male', 'prefer_not_to_say'] as const;

/** How a password can be stored. All are accepted from imports; at the next sign-in it is hashed anew by the first. */
export const passwordHashMethods = [
  'Argon2id',
  'Argon2i',
  'Argon2d',
  'SHA1',
  'SHA256',
  'MD5',
  'Bcrypt',
  'Legacy',
] as const;

export const users = defineRows({
  list: {
    method: 'get',
    path: '/users',
    summary: 'List users, newest first',
    query: z
      .object({
        search: z.string().optional(),
        excludeRoleId: id.optional(),
        excludeOrganizationId: id.optional(),
      })
      .refine(query => !(query.excludeRoleId && query.excludeOrganizationId), {
        path: ['excludeOrganizationId'],
        error: 'validation.exclusive',
      }),
    response: z.array(user),
    status: 200,
    permission: 'users:read',
    paging: 'always',
  },
  read: {
    method: 'get',
    path: '/users/:userId',
    summary: 'Read a user',
    query: z.object({ includeSsoIdentities: queryFlag.optional() }),
    response: user,
    status: 200,
    permission: 'users:read',
  },
});
