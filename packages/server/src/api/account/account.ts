import type { account as rows } from '@gatehouse/contract/account.ts';
import { avatarLimits } from '@gatehouse/contract/uploads.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { isSignInProof, listProofs } from '../../domain/own-proofs.ts';
import { hashNewPassword } from '../../domain/password-policy.ts';
import { requireAllowed } from '../../domain/sign-in/allowed-addresses.ts';
import { requireWayIn } from '../../domain/sign-in/ways-in.ts';
import { configsOf, decide } from '../../domain/user-configs.ts';
import { requireFree, requireUsername } from '../../domain/users.ts';
import { requireProven } from '../../domain/verification-records.ts';
import { ownTransactions } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';
import { keepUpload } from '../../uploads/keep.ts';
import { readFields, updateFields } from './fields.ts';
import {
  type AccountContext,
  changeAccount,
  type OpenAccount,
  openAccount,
  requireProof,
} from './open-account.ts';

/** Direct: hashing a password must not hold a transaction, and people's own data is no configuration. */
export const account = ownTransactions<typeof rows>({
  read: context =>
    context.tenant.database.read(async db => {
      const { user, present } = await openAccount({ ...context, db });
      const proofs = await listProofs(db, user);
      return { ...present(user), hasSecurityVerificationMethod: proofs.length > 0 };
    }),

  async update(context) {
    const { body, caller, tenant, request } = context;
    if (body.customData && !caller.scopes.has('custom_data')) throw new RequestError('auth.unauthorized');
    const { username } = body;
    const configuration = await tenant.cached.signInConfiguration();
    const { view } = await changeAccount(context, async ({ db, open }) => {
      open.requireEditable(...(Object.keys(body) as (keyof typeof body)[]));
      if (username !== undefined) await requireProof({ db, request, caller, user: open.user });
      if (username) await requireUsername(db, username, open.user.id);
      if (username === null) await requireWayIn(db, configuration, { ...open.user, username });
      return body;
    });
    return view;
  },

  async updateProfile(context) {
    const { body, caller } = context;
    if (body.address && !caller.scopes.has('address')) throw new RequestError('auth.unauthorized');
    const { view } = await changeAccount(context, async ({ open }) => {
      open.requireEditable('profile');
      return { profile: { ...open.user.profile, ...body } };
    });
    return view.profile ?? {};
  },

  async updatePassword(context) {
    const { body, tenant, services, request, caller } = context;
    const requireRight = async (db: Kysely<Tables>, { user, requireEditable }: OpenAccount) => {
      requireEditable('password');
      await requireProof({ db, request, caller, user });
      return user;
    };
    const user = await tenant.database.read(async db =>
      requireRight(db, await openAccount({ ...context, db })),
    );
    const columns = await hashNewPassword({ tenant, services }, user, body.password);
    // Again: hashing takes its time, in which the account may have changed.
    await changeAccount(context, async ({ db, open }) => {
      await requireRight(db, open);
      return columns;
    });
  },

  setEmail: context => setIdentifier(context, { type: 'email', value: context.body.email }, context.body),

  deleteEmail: context => deleteIdentifier(context, 'email'),

  setPhone: context => setIdentifier(context, { type: 'phone', value: context.body.phone }, context.body),

  deletePhone: context => deleteIdentifier(context, 'phone'),

  readFields,

  updateFields,

  listProofs: context =>
    context.tenant.database.read(async db => {
      const { user } = await openAccount({ ...context, db });
      const { sessionUid, isExchanged } = context.caller;
      return {
        proofs: await listProofs(db, user),
        factorProofs: await listProofs(db, user, 'factor'),
        isSignInRecent: !isExchanged && (await isSignInProof(db, user.id, sessionUid)),
      };
    }),

  readConfigs: context =>
    context.tenant.database.read(async db => {
      const { user, requireVisible } = await openAccount({ ...context, db });
      requireVisible('mfa');
      return configsOf(user);
    }),

  async updateConfigs(context) {
    const { body, request, caller } = context;
    const { user } = await changeAccount(context, async ({ db, open }) => {
      open.requireEditable('mfa');
      // Turning MFA on or off requires an MFA factor if the user has one. The other preferences only affect prompts.
      const isGrave = (body.mfa?.skipMfaOnSignIn ?? body.mfa?.enabled) !== undefined;
      await requireProof({ db, request, caller, user: open.user, level: isGrave ? 'factor' : 'presence' });
      return decide(open.user, body);
    });
    return configsOf(user);
  },

  async uploadAvatar(context) {
    const { requireEditable } = await context.tenant.database.read(db => openAccount({ ...context, db }));
    requireEditable('avatar');
    return keepUpload(context, avatarLimits);
  },
});

const columnOf = { email: 'primaryEmail', phone: 'primaryPhone' } as const;

const setIdentifier = async (
  context: AccountContext,
  identifier: { type: 'email' | 'phone'; value: string },
  { newIdentifierVerificationRecordId: id }: { newIdentifierVerificationRecordId: string },
) => {
  await changeAccount(context, async ({ db, open }) => {
    open.requireEditable(identifier.type);
    await requireProof({ ...context, db, user: open.user });
    await requireProven(db, open.user.id, { id, identifier });
    await requireAllowed(context.tenant, identifier);
    await requireFree(db, identifier, open.user.id);
    return identifier.type === 'email'
      ? { primaryEmail: identifier.value, isEmailVerified: true }
      : { primaryPhone: identifier.value, isPhoneVerified: true };
  });
};

/** Registering may have taken it; from then on it can go as long as the user can still sign in. */
const deleteIdentifier = async (context: AccountContext, type: 'email' | 'phone') => {
  const configuration = await context.tenant.cached.signInConfiguration();
  await changeAccount(context, async ({ db, open }) => {
    open.requireEditable(type);
    await requireProof({ ...context, db, user: open.user });
    const columns = { [columnOf[type]]: null };
    await requireWayIn(db, configuration, { ...open.user, ...columns });
    return columns;
  });
};
