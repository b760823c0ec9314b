import type { experienceProfile as rows } from '@gatehouse/contract/experience-profile.ts';
import { findUserByIdentity } from '../../domain/identities.ts';
import { hashNewPassword, requirePolicy } from '../../domain/password-policy.ts';
import { readProfileValues } from '../../domain/profile-fields.ts';
import { requireAllowed } from '../../domain/sign-in/allowed-addresses.ts';
import { ssoConnectorsOf } from '../../domain/sign-in/email-rules.ts';
import type { UserRow } from '../../domain/user-row.ts';
import { requireFree, requireUsername } from '../../domain/users.ts';
import { ownTransactions } from '../../http/implement.ts';
import type { ProposedProfile } from '../../oidc/interaction-state.ts';
import { RequestError } from '../../request-error.ts';
import { openFactorStep, requireEnabled } from './factors.ts';
import { bindMfa } from './mfa-binding.ts';
import { splitFields } from './profile-columns.ts';
import {
  findVerification,
  judge,
  note,
  openStep,
  requireRecentProof,
  requireUser,
  type Step,
} from './step.ts';
import type { StepContext } from './step-context.ts';

/** Profile data that users enter during the interaction. It is stored when the interaction ends. */
export const profile = ownTransactions<typeof rows>({
  async update(context) {
    const { body, tenant, services } = context;
    const step = await openStep(context);
    const { event, profile, userId } = step.state;
    if (event === 'ForgotPassword') throw new RequestError('session.not_supported_for_forgot_password');
    // Registering makes a user at the identification already.
    const user = event === 'SignIn' || userId ? await requireUser(context, step) : undefined;
    await requireRecentProof(context, step, user);
    if (body.type === 'username') {
      if (profile.username ?? user?.username) throw new RequestError('user.username_exists_in_profile');
      await tenant.database.read(db => requireUsername(db, body.value));
      return save(context, step, { username: body.value });
    }
    if (body.type === 'password') {
      if (profile.passwordEncrypted ?? user?.passwordEncrypted)
        throw new RequestError('user.password_exists_in_profile');
      await requirePolicy({ tenant, services }, body.value, infoOf(profile, user));
      return save(context, step, { passwordEncrypted: await services.passwords.hash(body.value) });
    }
    if (body.type === 'extraProfile') {
      const known: Readonly<Record<string, unknown>> = {
        ...user?.profile,
        name: user?.name,
        avatar: user?.avatar,
      };
      const values = await readProfileValues({ tenant, scripts: services.scripts }, body.values, {
        // Existing values can be changed only in the account center, and while registering.
        isFilled: name => event === 'SignIn' && Boolean(known[name]),
      });
      splitFields(values);
      return save(context, step, { fields: { ...profile.fields, ...values } });
    }
    if (body.type === 'social')
      return save(context, step, await provenAccount(context, step, body.verificationId));
    requireNone(step, user, body.type);
    await save(context, step, await provenIdentifier(context, step, body.type, body.verificationId));
  },

  async resetPassword(context) {
    const { body, tenant, services } = context;
    const step = await openStep(context);
    if (step.state.event !== 'ForgotPassword') throw new RequestError('session.invalid_interaction_type');
    const user = await requireUser(context, step);
    await requireRecentProof(context, step, user);
    const { passwordEncrypted } = await hashNewPassword({ tenant, services }, user, body.password);
    await save(context, step, { passwordEncrypted });
  },

  async bindMfa(context) {
    const { type, verificationId } = context.body;
    const { step, user, event } = await openFactorStep(context);
    await requireRecentProof(context, step, user);
    const key = `Interaction.${event}.BindMfa.${type}.Submit` as const;
    const { trace } = await judge(context, step, { stage: 'addFactor', user });
    if (type === 'EmailVerificationCode' || type === 'PhoneVerificationCode') {
      const identifier = type === 'EmailVerificationCode' ? 'email' : 'phone';
      await requireEnabled(context, type);
      requireNone(step, user, identifier);
      await save(context, step, await provenIdentifier(context, step, identifier, verificationId));
    } else {
      await step.interaction.save(await bindMfa(context, step, user, { type, verificationId }));
    }
    note(context, step.interaction, key, { userId: user.id, trace });
  },

  async skipMfa(context) {
    const step = await openStep(context);
    const user = await requireUser(context, step);
    const key = `Interaction.${step.state.event}.Profile.Update` as const;
    const { trace } = await judge(context, step, { stage: 'skipMfa', user });
    const { interaction, state } = step;
    await interaction.save({ ...state, skips: { ...state.skips, mfa: true }, wantsMfa: false });
    note(context, interaction, key, { userId: user.id, trace });
  },

  async enableMfa(context) {
    const { step, user } = await openFactorStep(context);
    const { interaction, state } = step;
    await interaction.save({ ...state, skips: { ...state.skips, mfa: false }, wantsMfa: true });
    note(context, interaction, `Interaction.${state.event}.Profile.Update`, { userId: user.id });
  },

  async bindPasskey(context) {
    const { step, user, event } = await openFactorStep(context);
    const { passkeySignIn } = await context.tenant.cached.signInExperience();
    const verification = findVerification(step.state, context.body.verificationId);
    if (!passkeySignIn.enabled || verification.type !== 'WebAuthn' || !verification.factor)
      throw new RequestError('session.passkey_sign_in.pending_info_not_found');
    await requireRecentProof(context, step, user);
    const key = `Interaction.${event}.SignInPasskey.Submit` as const;
    const { trace } = await judge(context, step, { stage: 'addFactor', user });
    const { interaction, state } = step;
    const others = (state.newFactors ?? []).filter(({ id }) => id !== verification.factor?.id);
    await interaction.save({ ...state, newFactors: [...others, verification.factor] });
    note(context, interaction, key, { userId: user.id, trace });
  },

  async skipPasskey(context) {
    const { interaction, state } = await openStep(context);
    if (!state.userId) throw new RequestError('session.identifier_not_found');
    await interaction.save({ ...state, skips: { ...state.skips, passkey: true } });
  },

  async skipMfaSuggestion(context) {
    const { interaction, state } = await openStep(context);
    if (!state.userId) throw new RequestError('session.identifier_not_found');
    await interaction.save({ ...state, skips: { ...state.skips, suggestion: true } });
  },
});

const save = async (context: StepContext, { interaction, state }: Step, patch: ProposedProfile) => {
  await interaction.save({ ...state, profile: { ...state.profile, ...patch } });
  note(context, interaction, `Interaction.${state.event}.Profile.Update`, { userId: state.userId });
};

/** An address or a number that is there already is not replaced on the way. */
const requireNone = ({ state }: Step, user: UserRow | undefined, type: 'email' | 'phone') => {
  const current = type === 'email' ? user?.primaryEmail : user?.primaryPhone;
  if (state.profile[type] ?? current) throw new RequestError(`user.${type}_exists_in_profile`);
};

/** An address or a number is taken over only from a code that was right. */
const provenIdentifier = async (
  context: StepContext,
  { state }: Step,
  type: 'email' | 'phone',
  verificationId: string,
): Promise<ProposedProfile> => {
  const verification = findVerification(state, verificationId);
  const isCode =
    verification.type === 'EmailVerificationCode' || verification.type === 'PhoneVerificationCode';
  if (!isCode || !verification.isVerified || verification.identifier.type !== type)
    throw new RequestError('session.verification_failed');
  const { identifier } = verification;
  await requireAllowed(context.tenant, identifier);
  const configuration = await context.tenant.cached.signInConfiguration();
  // Taking an address of an enterprise domain would bypass its SSO from then on.
  if (type === 'email' && ssoConnectorsOf(configuration, identifier.value).length)
    throw new RequestError('session.sso_enabled');
  await context.tenant.database.read(db => requireFree(db, identifier));
  return { [type]: identifier.value };
};

/** A social or enterprise account that is not linked yet, or linked to this user. */
const provenAccount = async (
  { tenant }: StepContext,
  { state }: Step,
  verificationId: string,
): Promise<ProposedProfile> => {
  const verification = findVerification(state, verificationId);
  if (verification.type !== 'Social' || !verification.account)
    throw new RequestError('session.verification_failed');
  const { target, account } = verification;
  const holder = await tenant.database.read(db => findUserByIdentity(db, target, account.id));
  if (holder && holder.id !== state.userId) throw new RequestError('user.identity_already_in_use');
  return { social: verificationId };
};

/** Personal data that the password must not contain. */
const infoOf = (profile: ProposedProfile, user: UserRow | undefined) => ({
  name: user?.name,
  username: profile.username ?? user?.username,
  email: profile.email ?? user?.primaryEmail,
  phone: profile.phone ?? user?.primaryPhone,
});
