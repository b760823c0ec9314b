import { verificationHeaders } from '@gatehouse/contract/account.ts';
import type { AccountCenter } from '@gatehouse/contract/account-center.ts';
import type { User } from '@gatehouse/contract/users.ts';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Write } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import { loadAccountCenter } from '../../domain/account-center.ts';
import { isTokenLeft } from '../../domain/bearer-tokens.ts';
import { isSignInProof, listProofs } from '../../domain/own-proofs.ts';
import { requireOpen } from '../../domain/standing.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { UserRow } from '../../domain/user-row.ts';
import { findUser, presentUser, updateUser } from '../../domain/users.ts';
import { isStillThere, type ProofLevel } from '../../domain/verification-records.ts';
import type { Caller } from '../../http/authenticate.ts';
import type { RequestContext } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';

export type Field = keyof AccountCenter['fields'];
type Opener = { db: Kysely<Tables>; tenant: Tenant; caller: Caller; isHeld?: boolean };

/** The account of the caller, as far as the tenant opens it. */
export const openAccount = async ({ db, tenant, caller, isHeld }: Opener) => {
  const center = await loadAccountCenter(db, tenant.id);
  if (!center.enabled) throw new RequestError('account_center.not_enabled');
  const user = await findUser(db, caller.id, { isHeld });
  requireOpen(user);
  // The session may have ended since the request came: what it began then must not be the last word.
  const isOver = caller.tokenRow !== undefined && !(await isTokenLeft(db, caller.tokenRow));
  if (isOver) throw new RequestError('auth.unauthorized');
  const accessTo = (field: Field) => center.fields[field] ?? 'Off';
  return {
    user,
    accessTo,
    requireVisible(field: Field) {
      if (accessTo(field) === 'Off') throw new RequestError('account_center.field_not_enabled');
    },
    requireEditable(...fields: Field[]) {
      const isEditable = fields.every(field => accessTo(field) === 'Edit');
      if (!isEditable) throw new RequestError('account_center.field_not_editable');
    },
    requirePersonalData(right: 'canExport' | 'canDelete') {
      const { personalData } = center;
      if (!personalData?.[right]) throw new RequestError('account_center.field_not_enabled');
      return personalData;
    },
    present: (row: UserRow) => presentAccount(row, center, caller),
  };
};

export type OpenAccount = Awaited<ReturnType<typeof openAccount>>;

export type AccountContext = Pick<
  RequestContext<never>,
  'tenant' | 'caller' | 'origin' | 'request' | 'services'
>;
type Decide = (at: {
  tx: Write;
  db: Kysely<Tables>;
  open: OpenAccount;
}) => Promise<Parameters<typeof updateUser>[2]>;

/** One change of the own account, in one transaction; it is reported like any other change of a user. */
export const changeAccount = ({ tenant, origin, caller }: AccountContext, decide: Decide) =>
  tenant.database.write(origin, async tx => {
    const open = await openAccount({ db: tx.db, tenant, caller, isHeld: true });
    const user = await updateUser(tx, caller.id, await decide({ tx, db: tx.db, open }));
    tx.object('user', user.id);
    tx.emit('User.Data.Updated', presentUser(user));
    return { user, view: open.present(user) };
  });

/**
 * For changes that must be impossible on an unattended browser. Users who have nothing to prove by, such as those who are
 * about to set their first password, have signed in a short while ago. Who acts for a user by an exchanged token has not.
 */
export const requireProof = async ({
  db,
  request,
  caller,
  user,
  level = 'presence',
}: {
  db: Kysely<Tables>;
  request: FastifyRequest;
  caller: Caller;
  user: UserRow;
  level?: ProofLevel;
}) => {
  const named = verificationHeaders.map(name => request.headers[name]).find(value => value !== undefined);
  if (await isStillThere(db, user, Array.isArray(named) ? named[0] : named, level)) return;
  const hasOther = caller.isExchanged || (await listProofs(db, user, level)).length > 0;
  if (hasOther || !(await isSignInProof(db, user.id, caller.sessionUid)))
    throw new RequestError('verification_record.permission_denied');
};

/** The scope and the field that open each part of an account. */
const openings: Partial<Record<keyof User, { scope: string; field: Field }>> = {
  name: { scope: 'profile', field: 'name' },
  avatar: { scope: 'profile', field: 'avatar' },
  username: { scope: 'profile', field: 'username' },
  profile: { scope: 'profile', field: 'profile' },
  primaryEmail: { scope: 'email', field: 'email' },
  primaryPhone: { scope: 'phone', field: 'phone' },
  customData: { scope: 'custom_data', field: 'customData' },
  identities: { scope: 'identities', field: 'social' },
  hasPassword: { scope: 'profile', field: 'password' },
};
const alwaysOpen: readonly string[] = ['id', 'createdAt', 'lastSignInAt'];

const presentAccount = (row: UserRow, { fields }: AccountCenter, { scopes }: Caller): Partial<User> => {
  const isOpen = (name: string) => {
    const opening = openings[name as keyof User];
    if (!opening) return alwaysOpen.includes(name);
    return scopes.has(opening.scope) && (fields[opening.field] ?? 'Off') !== 'Off';
  };
  const user = presentUser(row);
  const shown = Object.fromEntries(Object.entries(user).filter(([name]) => isOpen(name))) as Partial<User>;
  if (!shown.profile || scopes.has('address')) return shown;
  const { address: _, ...profile } = shown.profile;
  return { ...shown, profile };
};
