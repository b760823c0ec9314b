import type { account as rows } from '@gatehouse/contract/account.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { requirePolicy } from '../../domain/password-policy.ts';
import { checkPassword, passwordAlgorithm } from '../../domain/passwords.ts';
import { RequestError } from '../../domain/request-error.ts';
import { judgeAddress } from '../../domain/sign-in/email-rules.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { findUserByIdentifier, type UserRow } from '../../domain/users.ts';
import { requireProven } from '../../domain/verification-records.ts';
import type { DirectHandlers } from '../../http/implement.ts';
import { type AccountContext, changeAccount, openAccount, requireProof } from './access.ts';

/** Direct: hashing a password must not hold a transaction, and people's own data is no configuration. */
export const account: DirectHandlers<typeof rows> = {
  read: context =>
    context.tenant.database.read(async db => {
      const { user, present } = await openAccount({ ...context, db });
      return present(user);
    }),

  async update(context) {
    const { body, caller } = context;
    if (body.customData && !caller.scopes.has('custom_data')) throw new RequestError('auth.unauthorized');
    if (body.username === null) throw new RequestError('user.username_required');
    return changeAccount(context, async ({ db, open }) => {
      open.requireEditable(...(Object.keys(body) as (keyof typeof body)[]));
      const { username } = body;
      if (username) await requireFree(db, open.user.id, { type: 'username', value: username });
      return body;
    });
  },

  async updateProfile(context) {
    const { body, caller } = context;
    if (body.address && !caller.scopes.has('address')) throw new RequestError('auth.unauthorized');
    const { profile = {} } = await changeAccount(context, async ({ open }) => {
      open.requireEditable('profile');
      return { profile: { ...open.user.profile, ...body } };
    });
    return profile;
  },

  async updatePassword(context) {
    const { body, tenant, services, request } = context;
    const user = await tenant.database.read(async db => {
      const open = await openAccount({ ...context, db });
      open.requireEditable('password');
      // Who has nothing to prove by cannot prove anything.
      const hasProof = open.user.passwordEncrypted ?? open.user.primaryEmail ?? open.user.primaryPhone;
      if (hasProof) await requireProof({ db, request, user: open.user });
      return open.user;
    });
    const { name, username, primaryEmail: email, primaryPhone: phone } = user;
    await requirePolicy({ tenant, services }, body.password, { name, username, email, phone });
    if (await checkPassword({ tenant, passwords: services.passwords }, user, body.password))
      throw new RequestError('user.same_password');
    const passwordEncrypted = await services.passwords.hash(body.password);
    await changeAccount(context, async () => ({
      passwordEncrypted,
      passwordEncryptionMethod: passwordAlgorithm,
    }));
  },

  setEmail: context => setIdentifier(context, { type: 'email', value: context.body.email }, context.body),

  deleteEmail: context => deleteIdentifier(context, 'email'),

  setPhone: context => setIdentifier(context, { type: 'phone', value: context.body.phone }, context.body),

  deletePhone: context => deleteIdentifier(context, 'phone'),
};

const columns = { email: 'primaryEmail', phone: 'primaryPhone' } as const;

const setIdentifier = async (
  context: AccountContext,
  identifier: { type: 'email' | 'phone'; value: string },
  { newIdentifierVerificationRecordId: id }: { newIdentifierVerificationRecordId: string },
) => {
  await changeAccount(context, async ({ db, open }) => {
    open.requireEditable(identifier.type);
    await requireProof({ db, request: context.request, user: open.user });
    await requireProven(db, open.user.id, { id, identifier });
    await requireAllowed(context.tenant, identifier);
    await requireFree(db, open.user.id, identifier);
    return { [columns[identifier.type]]: identifier.value };
  });
};

const requireAllowed = async (tenant: Tenant, { type, value }: { type: string; value: string }) => {
  const verdict = type === 'email' && judgeAddress(await tenant.cached.signInConfiguration(), value);
  if (verdict) throw new RequestError(verdict.code, { data: verdict.data });
};

/** Nobody removes what everybody has to have. */
const deleteIdentifier = async (context: AccountContext, type: 'email' | 'phone') => {
  const { identifiers } = (await context.tenant.cached.signInExperience()).signUp;
  await changeAccount(context, async ({ db, open }) => {
    open.requireEditable(type);
    await requireProof({ db, request: context.request, user: open.user });
    const isEither = identifiers.includes('email') && identifiers.includes('phone');
    const other = type === 'email' ? open.user.primaryPhone : open.user.primaryEmail;
    if (isEither && other === null) throw new RequestError('user.email_or_phone_required');
    if (!isEither && identifiers.includes(type)) throw new RequestError(`user.${type}_required`);
    return { [columns[type]]: null };
  });
};

const requireFree = async (
  db: Kysely<Tables>,
  userId: string,
  identifier: { type: 'username' | 'email' | 'phone'; value: string },
) => {
  const owner: UserRow | undefined = await findUserByIdentifier(db, identifier);
  if (owner && owner.id !== userId) throw new RequestError(`user.${identifier.type}_already_in_use`);
};
