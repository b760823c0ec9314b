import type { experienceProofs as rows } from '@gatehouse/contract/experience-verifications.ts';
import { generateId } from '@gatehouse/contract/ids.ts';
import { isPasswordExpired } from '@gatehouse/contract/sign-in-policies.ts';
import { requireNewcomer } from '../../domain/invitation-links.ts';
import { consumeOneTimeToken } from '../../domain/one-time-tokens.ts';
import { type CodeIdentifier, checkPasscode, sendPasscode } from '../../domain/passcodes.ts';
import { requirePolicy } from '../../domain/password-policy.ts';
import { checkPassword } from '../../domain/passwords.ts';
import { guardAttempt } from '../../domain/sentinel.ts';
import { reachesOnlyUsers } from '../../domain/sign-in/first-factor-rules.ts';
import { requireActive } from '../../domain/standing.ts';
import type { UserRow } from '../../domain/user-row.ts';
import { findUserByIdentifier, requireUsername } from '../../domain/users.ts';
import { localeOf } from '../../http/errors.ts';
import { ownTransactions } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';
import { spendCaptcha } from './captcha.ts';
import { learn } from './refusals.ts';
import {
  findVerification,
  judge,
  note,
  openStep,
  organizationOf,
  remember,
  type Step,
  uiLocalesOf,
} from './step.ts';
import type { StepContext } from './step-context.ts';

/** Verification of first factors: passwords, codes and one-time tokens. */
export const proofs = ownTransactions<typeof rows>({
  async verifyPassword(context) {
    const { body, tenant, origin, services } = context;
    const { identifier } = body;
    const step = await openStep(context);
    await spendCaptcha(context, step);
    let user: UserRow | undefined;
    const succeeded = await guardAttempt({ tenant, origin }, { action: 'Password', identifier }, async () => {
      user = await tenant.database.read(db => findUserByIdentifier(db, identifier));
      learn(context, { userId: user?.id ?? 'nobody' });
      return checkPassword({ tenant, passwords: services.passwords }, user, body.password);
    });
    if (!user || !succeeded) throw new RequestError('session.invalid_credentials');
    requireActive(user);
    await requireFreshPassword(context, user);
    note(context, step.interaction, passwordKey, { userId: user.id });
    return remember(step, {
      id: generateId(),
      type: 'Password',
      isVerified: true,
      userId: user.id,
      identifier,
    });
  },

  async createPasswordIdentity(context) {
    const { body, tenant, services } = context;
    const username = body.identifier.value;
    const step = await openStep(context);
    if (step.state.event === 'ForgotPassword') throw new RequestError('session.invalid_interaction_type');
    const key = 'Interaction.Register.Verification.NewPasswordIdentity.Submit';
    const proof = { type: 'NewPasswordIdentity', identifier: body.identifier } as const;
    // A sign-in can become a registration with it, which changes the event.
    const registering = { ...step, state: { ...step.state, event: 'Register' as const } };
    const { trace } = await judge(context, registering, { stage: 'propose', proof });
    await spendCaptcha(context, step);
    await tenant.database.read(db => requireUsername(db, username));
    await requirePolicy({ tenant, services }, body.password, { username });
    const passwordEncrypted = await services.passwords.hash(body.password);
    note(context, step.interaction, key, { trace });
    return remember(step, {
      id: generateId(),
      type: 'NewPasswordIdentity',
      isVerified: true,
      username,
      passwordEncrypted,
    });
  },

  async sendCode(context) {
    const { body, tenant, origin, services, request } = context;
    const { identifier } = body;
    const step = await openStep(context);
    const type = codeTypes[identifier.type];
    const key = `Interaction.${step.state.event}.Verification.${type}.Create` as const;
    const proof = { type, identifier };
    const { trace } = await judge(context, step, { stage: 'sendCode', proof });
    if (step.state.userId === undefined) await spendCaptcha(context, step);
    const { mfa } = await tenant.cached.signInExperience();
    // For a user who is known, a code to an address that can be a factor is there to set it up.
    const isFactor = step.state.userId !== undefined && mfa.factors.includes(type);
    const templateType = isFactor ? 'BindMfa' : body.interactionEvent;
    const isDropped = await leadsNowhere(context, step, identifier);
    const id = await sendPasscode(
      { tenant, origin, vault: services.vault },
      {
        identifier,
        templateType,
        locale: localeOf(request),
        uiLocales: uiLocalesOf(step.interaction),
        applicationId: step.interaction.clientId,
        organizationId: organizationOf(step.interaction),
        isDropped,
        senderId: step.state.userId,
      },
    );
    note(context, step.interaction, key, { trace });
    return remember(step, { id, type, isVerified: false, identifier, sentAt: Date.now() });
  },

  async verifyCode(context) {
    const { body, tenant, origin } = context;
    const { identifier, code } = body;
    const step = await openStep(context);
    const type = codeTypes[identifier.type];
    const verification = findVerification(step.state, body.verificationId);
    if (verification.type !== type) throw new RequestError('session.verification_session_not_found');
    const key = `Interaction.${step.state.event}.Verification.${type}.Submit` as const;
    await checkPasscode({ tenant, origin }, { id: verification.id, identifier, code });
    note(context, step.interaction, key);
    return remember(step, { ...verification, isVerified: true });
  },

  async verifyOneTimeToken(context) {
    const { body, tenant, origin, services } = context;
    const { identifier, token } = body;
    const step = await openStep(context);
    const { event } = step.state;
    const key = `Interaction.${event}.Verification.OneTimeToken.Submit` as const;
    const used = await tenant.database.write(origin, async tx => {
      const email = identifier.value;
      const consumed = await consumeOneTimeToken(tx.db, services.vault, { token, email, event });
      const { invitationId } = consumed.context;
      if (invitationId !== undefined) await requireNewcomer(tx.db, invitationId, email);
      return consumed;
    });
    note(context, step.interaction, key);
    const organizationIds = used.context.jitOrganizationIds ?? [];
    return remember(step, {
      id: used.id,
      type: 'OneTimeToken',
      isVerified: true,
      identifier,
      organizationIds,
      isInvitation: used.context.invitationId !== undefined,
      meantFor: used.context.interactionEvent,
    });
  },
});

/** Looked up for all users, so that the duration is the same. */
const leadsNowhere = async ({ tenant }: StepContext, { state }: Step, identifier: CodeIdentifier) => {
  const owner = await tenant.database.read(db => findUserByIdentifier(db, identifier));
  const configuration = await tenant.cached.signInConfiguration();
  const situation = { event: state.event, identifiedAs: state.userId };
  return !owner && reachesOnlyUsers(configuration, situation, identifier.type);
};

const passwordKey = 'Interaction.SignIn.Verification.Password.Submit';

/** A password that has expired opens nothing; it is replaced like a forgotten one. */
const requireFreshPassword = async ({ tenant }: StepContext, user: UserRow) => {
  const { passwordExpiration } = await tenant.cached.signInExperience();
  const password = { changedAt: user.passwordChangedAt, isExpired: user.isPasswordExpired };
  if (isPasswordExpired(passwordExpiration, password, Date.now())) throw new RequestError('password.expired');
};

const codeTypes = { email: 'EmailVerificationCode', phone: 'PhoneVerificationCode' } as const;
