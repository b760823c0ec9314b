import type { SignInChangeKind } from '@gatehouse/contract/sign-in-changes.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../database/tables.ts';
import type { Step } from './search.ts';

const mostCounted = 1000;

const ofAllUsers: readonly SignInChangeKind[] = [
  'lower_level',
  'open_application',
  'allow_sign_in',
  'disable_adaptive_mfa',
  'disable_factor',
  'relax_mfa',
  'disable_captcha',
  'stop_password_expiration',
];

/** The number of users that a change affects, where counting them is cheap. */
export const countAffected = async (
  db: Kysely<Tables>,
  { change: { kind, object } }: Step,
  method: string,
) => {
  const query = queryOf(db, kind, method, object?.id);
  if (!query) return undefined;
  const found = await query.limit(mostCounted + 1).execute();
  return { count: Math.min(found.length, mostCounted), isCapped: found.length > mostCounted };
};

const queryOf = (db: Kysely<Tables>, kind: SignInChangeKind, method: string, objectId = '') => {
  const users = db.selectFrom('users').select('users.id');
  if (ofAllUsers.includes(kind)) return users;
  if (kind === 'organization_without_mfa')
    return users
      .innerJoin('organizationUsers as member', 'member.userId', 'users.id')
      .where('member.organizationId', '=', objectId);
  if (kind !== 'enable_method') return undefined;
  const reachable = users.where(columnOf(method), 'is not', null);
  return method.endsWith('_password') ? reachable.where('passwordEncrypted', 'is not', null) : reachable;
};

const columnOf = (method: string) => {
  if (method.startsWith('username')) return 'username';
  return method.startsWith('email') ? 'primaryEmail' : 'primaryPhone';
};
