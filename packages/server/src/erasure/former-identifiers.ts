import type { Kysely } from 'kysely';
import type { TenantDatabase } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { UserRow } from '../domain/user-row.ts';
import { emailSpellings } from '../email-addresses.ts';
import { fileNameIn } from '../uploads/file-store.ts';

/** As it was stored first, and then as others may have typed it. */
const inAllSpellings = (address: string) => [address, ...emailSpellings(address)];

type Row = Record<string, unknown>;

/** Every address, number and name that a user signs in with or once did, and their uploaded pictures. */
export const formerIdentifiers = async (
  tenant: TenantDatabase,
  db: Kysely<Tables>,
  userId: string,
  user: UserRow | undefined,
) => {
  const changes = await db
    .selectFrom('changes')
    .select('entries')
    .where('objectKind', 'in', ['user', 'users'])
    .where('objectId', '=', userId)
    .execute();
  const opened = await tenant.open(db, changes);
  const rows: Row[] = opened
    .flatMap(({ value }) => value.entries)
    .filter(({ table, key }) => table === 'users' && key.id === userId)
    .flatMap(({ before, after }) => [before, after])
    .filter(row => row !== null);
  const now: Row = user
    ? {
        username: user.username,
        primary_email: user.primaryEmail,
        primary_phone: user.primaryPhone,
        name: user.name,
        avatar: user.avatar,
      }
    : {};
  const valuesOf = (...columns: string[]) => [
    ...new Set(
      [...rows, now].flatMap(row =>
        columns.map(column => row[column]).filter((value): value is string => typeof value === 'string'),
      ),
    ),
  ];
  const enterprise = await db
    .selectFrom('userSsoIdentities')
    .select('identityId')
    .where('userId', '=', userId)
    .execute();
  const social = Object.values(user?.identities ?? {}) as { userId?: string }[];
  return {
    providerIds: [
      ...social.flatMap(({ userId: id }) => id ?? []),
      ...enterprise.map(({ identityId }) => identityId),
    ],
    /** Users of older versions have no key, but a history. */
    wasHere: user !== undefined || changes.length > 0,
    identifiers: [
      ...new Set([
        ...valuesOf('username', 'primary_phone'),
        ...valuesOf('primary_email').flatMap(inAllSpellings),
      ]),
    ],
    /** Names that messages address the user by. */
    names: valuesOf('name', 'username'),
    pictures: valuesOf('avatar').flatMap(address => fileNameIn(address) ?? []),
  };
};
