import { generateShortId } from '@gatehouse/contract/ids.ts';
import type { User } from '@gatehouse/contract/users.ts';
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Write } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { passwordAlgorithm } from './passwords.ts';
import { RequestError } from './request-error.ts';

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

/** With the password's hash, for who may set one. */
export const presentUserWithHash = (row: UserRow): User => ({
  ...presentUser(row),
  passwordDigest: row.passwordEncrypted,
  passwordAlgorithm: row.passwordEncryptionMethod as User['passwordAlgorithm'],
});

export const findUser = async (db: Kysely<Tables>, id: string): Promise<UserRow> => {
  const user = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  if (!user) throw new RequestError('entity.not_exists_with_id', { data: { name: 'user', id } });
  return user;
};

export const updateUser = async (
  tx: Write,
  id: string,
  patch: Parameters<typeof tx.update<'users'>>[2],
): Promise<UserRow> => {
  const user = await tx.update('users', { id }, { ...patch, updatedAt: Date.now() });
  if (!user) throw new RequestError('entity.not_exists_with_id', { data: { name: 'user', id } });
  return user;
};

/** How history and lists name a user. */
export const nameOfUser = ({
  name,
  username,
  primaryEmail,
  primaryPhone,
}: Pick<UserRow, 'name' | 'username' | 'primaryEmail' | 'primaryPhone'>) =>
  name ?? username ?? primaryEmail ?? primaryPhone ?? undefined;

const identifierColumns = { username: 'username', email: 'primaryEmail', phone: 'primaryPhone' } as const;

/** An address is the same in upper and lower case, which only the view of all users can look up by an index. */
export const findUserByIdentifier = (
  db: Kysely<Tables>,
  { type, value }: { type: keyof typeof identifierColumns; value: string },
) =>
  db
    .selectFrom('users')
    .selectAll()
    .$if(type === 'email', query =>
      query.where('id', '=', eb =>
        eb
          .selectFrom('searchableUsers')
          .select('id')
          .where(sql`lower(primary_email)`, '=', value.toLowerCase()),
      ),
    )
    .$if(type !== 'email', query => query.where(identifierColumns[type], '=', value))
    .executeTakeFirst();

/** Refuses what somebody else has. The database would as well, but only at the very end. */
export const requireFree = async (
  db: Kysely<Tables>,
  identifier: { type: keyof typeof identifierColumns; value: string },
  exceptFor?: string,
) => {
  const owner = await findUserByIdentifier(db, identifier);
  if (owner && owner.id !== exceptFor) throw new RequestError(`user.${identifier.type}_already_in_use`);
};

type NewUser = Omit<Insertable<Tables['users']>, 'id' | 'tenantId'>;

/** Creates a user with the roles that every new user gets. */
export const createUser = async (tx: Write, user: NewUser): Promise<UserRow> => {
  const row = await tx.insert('users', {
    id: generateShortId(),
    ...(user.passwordEncrypted ? { passwordEncryptionMethod: passwordAlgorithm } : {}),
    ...user,
  });
  const roles = await tx.db
    .selectFrom('roles')
    .select('id')
    .where('isDefault', '=', true)
    .where('type', '=', 'User')
    .execute();
  if (roles.length)
    await tx.insertMany(
      'usersRoles',
      roles.map(({ id }) => ({ userId: row.id, roleId: id })),
    );
  tx.object('user', row.id, nameOfUser(row));
  tx.emit('User.Created', presentUser(row));
  return row;
};
