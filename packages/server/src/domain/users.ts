import { generateShortId } from '@gatehouse/contract/ids.ts';
import { usernameIssue } from '@gatehouse/contract/sign-in-policies.ts';
import type { User } from '@gatehouse/contract/users.ts';
import { type Insertable, type Kysely, sql } from 'kysely';
import type { Write } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { emailSpellings, plainEmail } from '../email-addresses.ts';
import { requirePhone, spellingsOf } from '../phones.ts';
import { RequestError } from '../request-error.ts';
import { changesCredentials, credentialsChange } from './credential-changes.ts';
import { passwordAlgorithm } from './passwords.ts';
import { noticeChanges } from './security-notices.ts';
import { revokeOtherAccess } from './sessions.ts';
import { loadSignInExperience } from './sign-in-experience.ts';
import type { UserRow } from './user-row.ts';
import { changedFlags, newFlags } from './verified-addresses.ts';

/** A user as the APIs show it: never the password, never the second factors. */
export const presentUser = (row: UserRow): User => {
  const {
    tenantId: _,
    passwordEncrypted,
    passwordEncryptionMethod: __,
    passwordChangedAt: ___,
    isPasswordExpired: ____,
    mfaVerifications: _____,
    mfaConfig: ______,
    credentialsChangedAt: _______,
    credentialsChangedIn: ________,
    passwordResetBy: _________,
    ...user
  } = row;
  return {
    ...user,
    isEmailVerified: isEmailVerified(row),
    isPhoneVerified: isPhoneVerified(row),
    hasPassword: passwordEncrypted !== null,
  } as User;
};

/** Whether the current address was verified, or vouched for by a trusted provider. */
export const isEmailVerified = (user: Pick<UserRow, 'primaryEmail' | 'isEmailVerified'>) =>
  user.primaryEmail !== null && user.isEmailVerified;

export const isPhoneVerified = (user: Pick<UserRow, 'primaryPhone' | 'isPhoneVerified'>) =>
  user.primaryPhone !== null && user.isPhoneVerified;

/** With the password's hash, for who may set one. */
export const presentUserWithHash = (row: UserRow): User => ({
  ...presentUser(row),
  passwordDigest: row.passwordEncrypted,
  passwordAlgorithm: row.passwordEncryptionMethod as User['passwordAlgorithm'],
});

/** `isHeld`: until the end of the transaction, for changes that are made of what is there, such as a factor less. */
export const readUser = (
  db: Kysely<Tables>,
  id: string,
  { isHeld = false } = {},
): Promise<UserRow | undefined> =>
  db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .$if(isHeld, query => query.forUpdate())
    .executeTakeFirst();

export const findUser = async (
  db: Kysely<Tables>,
  id: string,
  options: { isHeld?: boolean } = {},
): Promise<UserRow> => {
  const user = await readUser(db, id, options);
  if (!user) throw new RequestError('entity.not_exists_with_id', { data: { name: 'user', id } });
  return user;
};

/** Identifiers and contact data of users: changing them ends sessions and notifies the user. */
const guardedColumns = [
  'passwordEncrypted',
  'mfaVerifications',
  'primaryEmail',
  'primaryPhone',
  'isEmailVerified',
  'isPhoneVerified',
  'username',
  'identities',
] as const;

/** The row is held until the end of the transaction, so that nothing comes between the question and the change. */
const holdGuarded = (db: Kysely<Tables>, id: string) =>
  db.selectFrom('users').select(guardedColumns).where('id', '=', id).forUpdate().executeTakeFirst();

/** Quiet: the user is not told, because many users change at once, or the user is only just being made. */
export const updateUser = async (
  tx: Write,
  id: string,
  given: Parameters<typeof tx.update<'users'>>[2],
  { isQuiet = false }: { isQuiet?: boolean } = {},
): Promise<UserRow> => {
  const now = Date.now();
  const patch = await withAddresses(tx.db, given, id);
  // Setting a password resets its age.
  const fresh = patch.passwordEncrypted
    ? { passwordChangedAt: now, isPasswordExpired: false, passwordResetBy: null }
    : {};
  const isGuarded = guardedColumns.some(column => patch[column] !== undefined);
  const before = isGuarded ? await holdGuarded(tx.db, id) : undefined;
  const flags = before ? changedFlags(before, patch) : {};
  const ending = before && changesCredentials(before, patch) ? credentialsChange(tx, now) : {};
  const user = await tx.update('users', { id }, { ...fresh, ...patch, ...flags, ...ending, updatedAt: now });
  if (!user) throw new RequestError('entity.not_exists_with_id', { data: { name: 'user', id } });
  if (ending.credentialsChangedAt) await revokeOtherAccess(tx, id, tx.origin.sessionUid);
  if (before && !isQuiet) await noticeChanges(tx, id, before, user);
  tx.object('user', id, nameOfUser(user));
  return user;
};

type Addresses = { primaryEmail?: string | null; primaryPhone?: string | null };

/** Addresses as they are stored. The database knows one spelling of each, and earlier versions stored several. */
const withAddresses = async <Columns extends Addresses>(
  db: Kysely<Tables>,
  { ...columns }: Columns,
  userId?: string,
): Promise<Columns> => {
  const { primaryEmail, primaryPhone } = columns;
  if (primaryPhone) columns.primaryPhone = requirePhone(primaryPhone);
  if (primaryEmail) {
    if (emailSpellings(primaryEmail).length > 1)
      await requireFree(db, { type: 'email', value: primaryEmail }, userId);
    columns.primaryEmail = plainEmail(primaryEmail);
  }
  return columns;
};

/** The display name of a user in the history and in lists. */
export const nameOfUser = ({
  name,
  username,
  primaryEmail,
  primaryPhone,
}: Pick<UserRow, 'name' | 'username' | 'primaryEmail' | 'primaryPhone'>) =>
  name ?? username ?? primaryEmail ?? primaryPhone ?? undefined;

/** The display names of users, by ID. */
export const namesOfUsers = async (db: Kysely<Tables>, ids: readonly string[]) => {
  const users = ids.length
    ? await db
        .selectFrom('users')
        .select(['id', 'name', 'username', 'primaryEmail', 'primaryPhone'])
        .where('id', 'in', [...new Set(ids)])
        .execute()
    : [];
  return new Map(users.map(user => [user.id, nameOfUser(user)]));
};

const identifierColumns = { username: 'username', email: 'primaryEmail', phone: 'primaryPhone' } as const;

type UserIdentifier = { type: keyof typeof identifierColumns; value: string };

/**
 * An address is the same in upper and lower case and in all spellings of its domain, and so is a username in upper and lower
 * case where the tenant says so. Only the view of all users
 * can look these up by an index.
 */
export const findUserByIdentifier = async (db: Kysely<Tables>, { type, value }: UserIdentifier) => {
  const column = identifierColumns[type];
  const users = db.selectFrom('users').selectAll();
  if (type === 'phone') {
    const spellings = spellingsOf(value);
    const found = await users.where(column, 'in', spellings).execute();
    // Two users of an earlier version can have the same number in two spellings: the one as it is written comes first.
    return spellings.flatMap(spelling => found.filter(user => user.primaryPhone === spelling))[0];
  }
  const exact = type === 'email' ? undefined : await users.where(column, '=', value).executeTakeFirst();
  if (exact || (type === 'username' && (await isCaseCounted(db)))) return exact;
  const spellings = type === 'email' ? emailSpellings(value) : [value.toLowerCase()];
  const lower = sql<string>`lower(${sql.ref(column)})`;
  return users
    .where('id', '=', eb =>
      eb
        .selectFrom('searchableUsers')
        .select('id')
        .where(lower, 'in', spellings)
        .orderBy(sql`array_position(${spellings}::text[], ${lower})`)
        .limit(1),
    )
    .executeTakeFirst();
};

const isCaseCounted = async (db: Kysely<Tables>) =>
  (await loadSignInExperience(db)).usernamePolicy.caseSensitive;

/** Refuses values that are taken. The database would too, but only at the very end. */
export const requireFree = async (db: Kysely<Tables>, identifier: UserIdentifier, exceptFor?: string) => {
  const owner = await findUserByIdentifier(db, identifier);
  if (owner && owner.id !== exceptFor) throw new RequestError(`user.${identifier.type}_already_in_use`);
};

/** Usernames that users choose must follow the policy of the tenant. Those set by administrators need not. */
export const requireUsername = async (db: Kysely<Tables>, username: string, exceptFor?: string) => {
  const { usernamePolicy } = await loadSignInExperience(db);
  const code = usernameIssue(username, usernamePolicy);
  if (code) throw new RequestError(code, { data: usernamePolicy });
  await requireFree(db, { type: 'username', value: username }, exceptFor);
};

type NewUser = Omit<Insertable<Tables['users']>, 'id' | 'tenantId'>;

/** Creates a user with the roles that every new user gets. */
export const createUser = async (tx: Write, given: NewUser): Promise<UserRow> => {
  const user = await withAddresses(tx.db, given);
  const row = await tx.insert('users', {
    id: generateShortId(),
    ...(user.passwordEncrypted
      ? { passwordEncryptionMethod: passwordAlgorithm, passwordChangedAt: Date.now() }
      : {}),
    ...user,
    ...newFlags(user),
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
