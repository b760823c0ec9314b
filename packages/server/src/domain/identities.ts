import { generateId } from '@gatehouse/contract/ids.ts';
import type { identities as identitiesSchema } from '@gatehouse/contract/users.ts';
import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import type { SocialAccount, TokenSet } from '../connectors/connector.ts';
import type { Write } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import type { Vault } from '../database/vault.ts';
import { RequestError } from '../request-error.ts';
import { queueNotice } from './security-notices.ts';
import type { UserRow } from './user-row.ts';
import { findUserByIdentifier, updateUser } from './users.ts';

type Identities = z.infer<typeof identitiesSchema>;

/** A social or enterprise account without its tokens. */
export type OutsideAccount = Omit<SocialAccount, 'tokens'>;

export const identitiesOf = ({ identities }: Pick<UserRow, 'identities'>) => identities as Identities;

/** A linked account as it is stored with the user. */
export const identityOf = (account: OutsideAccount): Identities[string] => ({
  userId: account.id,
  details: { ...account },
});

const containing = (target: string, accountId: string) => JSON.stringify({ [target]: { userId: accountId } });

export const findUserByIdentity = async (db: Kysely<Tables>, target: string, accountId: string) =>
  db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', eb =>
      eb
        .selectFrom('searchableUsers')
        .select('id')
        .where(sql<boolean>`identities @> ${containing(target, accountId)}::jsonb`)
        .limit(1),
    )
    .executeTakeFirst();

/** A social account belongs to one user. The lock serializes two requests for the same account. */
export const requireFreeIdentity = async (
  db: Kysely<Tables>,
  target: string,
  accountId: string,
  exceptFor?: string,
) => {
  const identity = containing(target, accountId);
  await sql`select pg_advisory_xact_lock(hashtextextended(${identity}, 0))`.execute(db);
  const holder = await findUserByIdentity(db, target, accountId);
  if (holder && holder.id !== exceptFor) throw new RequestError('user.identity_already_in_use');
};

/** Links a social account, in place of an earlier one of the same provider. */
export const linkIdentity = (tx: Write, user: UserRow, target: string, account: OutsideAccount) =>
  setIdentity(tx, user, target, identityOf(account));

/** The tokens of an account that makes room for another one go with it. */
export const setIdentity = async (
  tx: Write,
  user: UserRow,
  target: string,
  identity: Identities[string],
): Promise<UserRow> => {
  await requireFreeIdentity(tx.db, target, identity.userId, user.id);
  const known = identitiesOf(user);
  const replaced = known[target];
  if (replaced && replaced.userId !== identity.userId) await forgetTokens(tx.db, user.id, { target });
  return updateUser(tx, user.id, { identities: { ...known, [target]: identity } });
};

/** The user is notified of an SSO account in the same way as of a social account. */
export const noticeSsoAccount = async (
  tx: Write,
  user: UserRow,
  type: 'AccountLinked' | 'AccountUnlinked',
  ssoConnectorId: string,
) => {
  const connector = await tx.db
    .selectFrom('ssoConnectors')
    .select('connectorName')
    .where('id', '=', ssoConnectorId)
    .executeTakeFirst();
  await queueNotice(tx, { ...user, userId: user.id }, { type, name: connector?.connectorName });
};

/** The user whose address or number a provider vouches for. */
export const findRelatedUser = async (
  db: Kysely<Tables>,
  { email, phone }: OutsideAccount,
): Promise<{ user: UserRow; type: 'email' | 'phone'; value: string } | undefined> => {
  for (const [type, value] of [
    ['email', email],
    ['phone', phone],
  ] as const) {
    const user = value && (await findUserByIdentifier(db, { type, value }));
    if (user) return { user, type, value };
  }
  return undefined;
};

type Source = { connectorId: string; target: string } | { ssoConnectorId: string; issuer: string };

/** Keeps what a provider gave for a user, sealed, in place of what it gave before. */
export const keepTokens = async (
  tx: Write,
  vault: Vault,
  { userId, identityId, ...source }: { userId: string; identityId: string } & Source,
  tokens: TokenSet,
) => {
  const { scope, expiresAt, tokenType, refreshToken } = tokens;
  const columns = {
    value: vault.seal(JSON.stringify(tokens)),
    metadata: { scope, expiresAt, tokenType, hasRefreshToken: refreshToken !== undefined },
    identityId,
    updatedAt: Date.now(),
  };
  const known = tx.db.updateTable('secrets').set(columns).where('userId', '=', userId);
  const updated = await ('target' in source
    ? known.where('target', '=', source.target)
    : known.where('ssoConnectorId', '=', source.ssoConnectorId)
  )
    .returning('id')
    .execute();
  if (updated.length === 0)
    await tx.db
      .insertInto('secrets')
      .values({ id: generateId(), userId, ...source, ...columns })
      .execute();
};

/** Removes everything of an unlinked account. */
export const forgetTokens = (
  db: Kysely<Tables>,
  userId: string,
  source: { target: string } | { ssoConnectorId: string },
) => {
  const own = db.deleteFrom('secrets').where('userId', '=', userId);
  return (
    'target' in source
      ? own.where('target', '=', source.target)
      : own.where('ssoConnectorId', '=', source.ssoConnectorId)
  ).execute();
};
