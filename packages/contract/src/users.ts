import { z } from 'zod';
import { crud, defineRows, queryFlag, repeated } from './endpoint.ts';
import { clearable, id, jsonObject, reference, timestamp, userId, webUrl } from './fields.ts';
import { email, phone, username } from './patterns.ts';
import { searchQuery, userSearchFields } from './search.ts';
import { updateUserConfigs, userConfigs } from './user-configs.ts';

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

/**
 * Hash algorithms of stored passwords. Imports accept all of them. At the next sign-in, the password is hashed again
 * with the first one.
 */
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

export const suspensionReasons = ['SecurityNotice'] as const;
export type SuspensionReason = (typeof suspensionReasons)[number];

export const user = z.object({
  id: userId,
  username: username.nullable(),
  primaryEmail: email.nullable(),
  primaryPhone: phone.nullable(),
  /** Proven by the user, vouched for by a provider, or declared by an administrator. */
  isEmailVerified: z.boolean(),
  isPhoneVerified: z.boolean(),
  name: z.string().max(128).nullable(),
  avatar: z.union([webUrl, z.literal('')]).nullable(),
  customData: jsonObject,
  identities,
  lastSignInAt: timestamp.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
  profile: userProfile,
  applicationId: id.nullable(),
  /** The address of the document about the application that the user came by, where it is none of the tenant's own. */
  cimdClientId: z.string().nullable(),
  isSuspended: z.boolean(),
  /** When the account is erased, for a user who asked for its deletion. */
  deletionDueAt: timestamp.nullable(),
  /** Why, where no administrator did it: the user opened the link of a security notice. */
  suspensionReason: z.enum(suspensionReasons).nullable(),
  hasPassword: z.boolean().optional(),
  ssoIdentities: z.array(ssoIdentity).optional(),
  /** Only for who may change users, and only when asked for. */
  passwordDigest: z.string().nullable().optional(),
  passwordAlgorithm: z.enum(passwordHashMethods).nullable().optional(),
});
export type User = z.infer<typeof user>;

export const genders = ['female', 'male', 'prefer_not_to_say'] as const;

const profileFields = {
  username: clearable(username),
  primaryEmail: clearable(email),
  primaryPhone: clearable(phone),
  /** Vouches for the address or the number; without it, one that you set is not verified. */
  isEmailVerified: z.boolean(),
  isPhoneVerified: z.boolean(),
  name: clearable(z.string().max(128)),
  avatar: clearable(webUrl),
  customData: jsonObject,
  profile: userProfile,
};

const createUser = z
  .strictObject({
    ...z.object(profileFields).partial().shape,
    password: z.string().min(1).max(256).optional(),
    passwordDigest: z.string().min(1).max(256).optional(),
    passwordAlgorithm: z.enum(passwordHashMethods).optional(),
  })
  .refine(({ password, passwordDigest }) => password === undefined || passwordDigest === undefined, {
    path: ['passwordDigest'],
    error: 'user.password_and_digest',
  })
  .refine(({ passwordDigest, passwordAlgorithm }) => passwordDigest === undefined || passwordAlgorithm, {
    path: ['passwordAlgorithm'],
    error: 'user.password_algorithm_required',
  });

const updateUser = z.strictObject(z.object(profileFields).partial().shape);

const read = 'users:read';
const write = 'users:write';
const taken = [
  { code: 'user.invalid_phone', status: 422 },
  'user.username_already_in_use',
  'user.email_already_in_use',
  'user.phone_already_in_use',
] as const;

/** Filters of the user list that can be combined with a search. */
export const userConditions = {
  isSuspended: queryFlag.optional(),
  /** Whether at least one authentication factor is set up. */
  hasMfa: queryFlag.optional(),
  hasSignedIn: queryFlag.optional(),
  /** Epoch milliseconds. */
  createdAfter: z.coerce.number().int().min(0).max(8.64e15).optional(),
};

/** Details that lists of users show and that are not part of the user. */
const userSummary = z.object({
  userId,
  hasPasskey: z.boolean(),
  ssoIssuers: z.array(z.string()),
  /** The first ones by name. */
  organizations: z.array(z.object({ id, name: z.string() })),
  organizationCount: z.number().int(),
});
export type UserSummary = z.infer<typeof userSummary>;

const plain = crud({
  kind: 'user',
  path: '/users',
  entity: user,
  create: createUser,
  update: updateUser,
  createStatus: 200,
});

export const users = defineRows({
  list: {
    ...plain.list,
    summary: 'List users, newest first',
    query: z
      .looseObject({
        ...searchQuery(userSearchFields),
        excludeRoleId: reference.optional(),
        excludeOrganizationId: reference.optional(),
        ...userConditions,
        includePasswordHash: queryFlag.optional(),
      })
      .refine(query => !(query.excludeRoleId && query.excludeOrganizationId), {
        path: ['excludeOrganizationId'],
        error: 'validation.exclusive',
      }),
    paging: 'always',
    sort: ['name', 'createdAt', 'lastSignInAt'],
    errors: ['request.invalid_input'],
  },
  listSummaries: {
    method: 'get',
    path: '/users/summaries',
    summary: 'List passkeys, enterprise SSO and organizations of up to 100 users',
    query: z.object({ userId: repeated(userId).refine(ids => ids.length <= 100) }),
    response: z.array(userSummary),
    status: 200,
    permission: read,
    shows: ['organizations:read'],
  },
  create: {
    ...plain.create,
    errors: [
      'user.password_and_digest',
      'user.password_algorithm_required',
      'password.invalid_legacy_password_format',
      ...taken,
    ],
  },
  read: {
    ...plain.read,
    path: '/users/:userId',
    query: z.object({
      includeSsoIdentities: queryFlag.optional(),
      includePasswordHash: queryFlag.optional(),
    }),
  },
  update: { ...plain.update, path: '/users/:userId', errors: [...taken, 'entity.invalid_input'] },
  delete: {
    ...plain.delete,
    path: '/users/:userId',
    errors: ['user.cannot_delete_self'],
  },
  readCustomData: {
    method: 'get',
    path: '/users/:userId/custom-data',
    summary: 'Read the custom data of a user',
    response: jsonObject,
    status: 200,
    permission: read,
  },
  updateCustomData: {
    method: 'patch',
    path: '/users/:userId/custom-data',
    summary: 'Merge fields into the custom data of a user',
    body: z.strictObject({ customData: jsonObject }),
    response: jsonObject,
    status: 200,
    permission: write,
    change: 'user',
    event: 'User.Data.Updated',
  },
  updateProfile: {
    method: 'patch',
    path: '/users/:userId/profile',
    summary: 'Merge fields into the profile of a user',
    body: z.strictObject({ profile: userProfile }),
    response: userProfile,
    status: 200,
    permission: write,
    change: 'user',
    event: 'User.Data.Updated',
  },
  readConfigs: {
    method: 'get',
    path: '/users/:userId/logto-configs',
    summary: 'Read the MFA preferences of a user',
    response: userConfigs,
    status: 200,
    permission: read,
  },
  updateConfigs: {
    method: 'patch',
    path: '/users/:userId/logto-configs',
    summary: 'Update the MFA preferences of a user',
    body: updateUserConfigs,
    response: userConfigs,
    status: 200,
    permission: write,
    change: 'user',
  },
  updateSuspension: {
    method: 'patch',
    path: '/users/:userId/is-suspended',
    summary: 'Suspend or reactivate a user; suspending ends all sessions',
    body: z.strictObject({ isSuspended: z.boolean() }),
    response: user,
    status: 200,
    permission: write,
    change: 'user',
    event: 'User.SuspensionStatus.Updated',
  },
});
