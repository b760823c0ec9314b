import type { management } from '@gatehouse/contract/apis.ts';
import { allScope } from '@gatehouse/contract/dialect.ts';
import { sql } from 'kysely';
import { mayGrant } from '../../domain/grants.ts';
import { loadSignInExperience } from '../../domain/sign-in-experience.ts';
import { deleteUser, suspendUser } from '../../domain/suspend-user.ts';
import { configsOf, decide } from '../../domain/user-configs.ts';
import { listUsers, splitFilter } from '../../domain/user-list.ts';
import { readUserSummaries } from '../../domain/user-summaries.ts';
import { findUser, nameOfUser, presentUser, presentUserWithHash, updateUser } from '../../domain/users.ts';
import type { Caller } from '../../http/authenticate.ts';
import type { Handlers } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';
import { personalAccessTokens } from './personal-access-tokens.ts';
import { signInChanges } from './sign-in-changes.ts';
import { signInCheck } from './sign-in-check.ts';
import { userSubjectTokens } from './subject-tokens.ts';
import { tokenCheck } from './token-check.ts';
import { userFactors } from './user-factors.ts';
import { listSsoIdentities, userIdentities } from './user-identities.ts';
import { userLinks } from './user-links.ts';
import { userPasswords } from './user-passwords.ts';
import { userPersonalData } from './user-personal-data.ts';
import { userRoles } from './user-roles.ts';
import { userSessions } from './user-sessions.ts';

export const users: Handlers<typeof management.users> = {
  ...userRoles,
  ...personalAccessTokens,
  ...userSessions,
  ...userSubjectTokens,
  ...userIdentities,
  ...userFactors,
  ...userLinks,
  ...userPasswords,
  ...userPersonalData,
  ...signInCheck,
  ...signInChanges,
  ...tokenCheck,

  async list({ db, query, page, sort, caller }) {
    const { excludeRoleId, excludeOrganizationId, includePasswordHash, ...filter } = query;
    const { search, conditions } = splitFilter(filter);
    if (includePasswordHash) requireAdministrator(caller);
    const found = await listUsers(
      db,
      search,
      { ...page, sort },
      ...(excludeRoleId ? [without('users_roles', 'role_id', excludeRoleId)] : []),
      ...(excludeOrganizationId
        ? [without('organization_users', 'organization_id', excludeOrganizationId)]
        : []),
      ...conditions,
    );
    return { ...found, items: found.items.map(includePasswordHash ? presentUserWithHash : presentUser) };
  },

  listSummaries: ({ db, query }) => readUserSummaries(db, query.userId),

  async read({ db, params, query, caller }) {
    if (query.includePasswordHash) requireAdministrator(caller);
    const user = await findUser(db, params.userId);
    return {
      ...(query.includePasswordHash ? presentUserWithHash(user) : presentUser(user)),
      ...(query.includeSsoIdentities ? { ssoIdentities: await listSsoIdentities(db, user.id) } : {}),
    };
  },

  async update({ tx, params, body }) {
    if (Object.keys(body).length === 0) throw new RequestError('entity.invalid_input');
    return presentUser(await updateUser(tx, params.userId, body));
  },

  async delete({ tx, db, params, caller }) {
    if (caller.id === params.userId) throw new RequestError('user.cannot_delete_self');
    const user = await findUser(db, params.userId);
    await deleteUser(tx, user);
    tx.object('user', user.id, nameOfUser(user));
  },

  readCustomData: async ({ db, params }) => (await findUser(db, params.userId)).customData,

  async updateCustomData({ tx, db, params, body }) {
    const { customData } = await findUser(db, params.userId);
    const user = await updateUser(tx, params.userId, { customData: { ...customData, ...body.customData } });
    tx.emit('User.Data.Updated', presentUser(user));
    return user.customData;
  },

  async updateProfile({ tx, db, params, body }) {
    const { profile } = await findUser(db, params.userId);
    const user = await updateUser(tx, params.userId, { profile: { ...profile, ...body.profile } });
    tx.emit('User.Data.Updated', presentUser(user));
    return user.profile;
  },

  readConfigs: async ({ db, params }) => configsOf(await findUser(db, params.userId)),

  async updateConfigs({ tx, db, params, body }) {
    const user = await findUser(db, params.userId);
    return configsOf(await updateUser(tx, user.id, decide(user, body)));
  },

  async hasPassword({ db, params }) {
    const { passwordEncrypted } = await findUser(db, params.userId);
    return { hasPassword: passwordEncrypted !== null };
  },

  async expirePassword({ tx, db, params, body }) {
    const { passwordExpiration } = await loadSignInExperience(db);
    if (!passwordExpiration.enabled)
      throw new RequestError('sign_in_experiences.password_expiration_not_enabled');
    // A password that is no longer expired is valid for a whole period again.
    const fresh = body.isExpired ? {} : { passwordChangedAt: Date.now() };
    return presentUser(await updateUser(tx, params.userId, { isPasswordExpired: body.isExpired, ...fresh }));
  },

  async updateSuspension({ tx, params, body }) {
    return presentUser(await suspendUser(tx, params.userId, body.isSuspended));
  },
};

/** A hash can be tried offline for years: it is for those who manage the whole tenant, to move its users. */
const requireAdministrator = (caller: Caller) => {
  if (!mayGrant(caller.scopes, allScope)) throw new RequestError('auth.forbidden');
};

const without = (
  table: 'users_roles' | 'organization_users',
  column: 'role_id' | 'organization_id',
  id: string,
) =>
  sql<boolean>`not exists (
    select from ${sql.table(table)} held where held.user_id = searchable_users.id and held.${sql.ref(column)} = ${id})`;
