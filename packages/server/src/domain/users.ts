import { generateShortId } from '@gatehouse/contract/ids.ts';
import type { User } from '@gatehouse/contract/users.ts';
import type { Kysely, Selectable } from 'kysely';
import type { Write } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { passwordAlgorithm } from './passwords.ts';

export type UserRow = Selectable<Tables['users']>;

/** A user as the APIs show it: never the password, never the second factors. */
export const presentUser = (row: UserRow): User => {
  const {
    tenantId: _,
    passwordEncrypted,
    passwordEncryptionMethod: __,
    mfaVerifications: ___,
    mfaConfig: ____,
    ...user
  } = row;
  return { ...user, hasPassword: passwordEncrypted !== null } as User;
};

const identifierColumns = { username: 'username', email: 'primaryEmail', phone: 'primaryPhone' } as const;

export const findUserByIdentifier = (
  db: Kysely<Tables>,
  { type, value }: { type: keyof typeof identifierColumns; value: string },
) =>
  db
    .selectFrom('users')
    .selectAll()
    .$if(type === 'email', query =>
      query.where(eb => eb(eb.fn('lower', ['primaryEmail']), '=', value.toLowerCase())),
    )
    .$if(type !== 'email', query => query.where(identifierColumns[type], '=', value))
    .executeTakeFirst();

/**
 * Creates a user with the roles that every new user gets. Not recorded as a change: who registers does not configure
 * anything, and the history must not outlive the person's data.
 */
export const createUser = async (
  { db, emit }: Write,
  user: { username: string; passwordEncrypted: string; applicationId?: string },
): Promise<UserRow> => {
  const row = await db
    .insertInto('users')
    .values({ id: generateShortId(), ...user, passwordEncryptionMethod: passwordAlgorithm })
    .returningAll()
    .executeTakeFirstOrThrow();
  await db
    .insertInto('usersRoles')
    .columns(['userId', 'roleId'])
    .expression(
      db
        .selectFrom('roles')
        .select(eb => [eb.val(row.id).as('userId'), 'id'])
        .where('isDefault', '=', true)
        .where('type', '=', 'User'),
    )
    .execute();
  emit('User.Created', presentUser(row));
  return row;
};
