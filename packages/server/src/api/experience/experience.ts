import type { AuditKey } from '@gatehouse/contract/audit.ts';
import type { InteractionEvent, experience as rows } from '@gatehouse/contract/experience.ts';
import { generateId } from '@gatehouse/contract/ids.ts';
import type { SignInExperience } from '@gatehouse/contract/sign-in-experience.ts';
import { requirePolicy } from '../../domain/password-policy.ts';
import { checkPassword } from '../../domain/passwords.ts';
import { RequestError } from '../../domain/request-error.ts';
import { reportAttempt, requireNotBlocked } from '../../domain/sentinel.ts';
import { findUserByIdentifier } from '../../domain/users.ts';
import type { DirectHandlers, RequestContext } from '../../http/implement.ts';
import { type ExperienceState, findInteraction, type Verification } from '../../oidc/interactions.ts';
import { identify } from './identification.ts';
import { submit } from './submission.ts';

/** Direct: hashing a password must not hold a transaction. */
export const experience: DirectHandlers<typeof rows> = {
  async start(context) {
    const { body, tenant } = context;
    const interaction = await interactionOf(context);
    const { signInMode } = await tenant.cached.signInExperience();
    if (!allowedEvents[signInMode].includes(body.interactionEvent)) throw new RequestError('auth.forbidden');
    await interaction.save({ event: body.interactionEvent, verifications: [], profile: {} });
    note(context, `Interaction.${body.interactionEvent}.Update`, interaction.id);
  },

  async read(context) {
    const { event, userId, verifications, profile } = (await interactionOf(context)).requireState();
    return {
      interactionEvent: event,
      userId,
      profile: { username: profile.username },
      verificationRecords: verifications.map(({ id, type }) => ({ id, type, isVerified: true })),
    };
  },

  async verifyPassword(context) {
    const { body, tenant, origin, services } = context;
    const interaction = await interactionOf(context);
    const state = interaction.requireState();
    const attempt = { action: 'Password', identifier: body.identifier } as const;
    await requireNotBlocked(tenant, attempt.action, attempt.identifier);
    const user = await tenant.database.read(db => findUserByIdentifier(db, body.identifier));
    const succeeded = await checkPassword({ tenant, passwords: services.passwords }, user, body.password);
    await reportAttempt(tenant, origin, { ...attempt, succeeded });
    const key = 'Interaction.SignIn.Verification.Password.Submit';
    if (!user || !succeeded) {
      note(context, key, interaction.id, { code: 'session.invalid_credentials' });
      throw new RequestError('session.invalid_credentials');
    }
    if (user.isSuspended) throw new RequestError('user.suspended');
    note(context, key, interaction.id);
    return remember(interaction, state, {
      id: generateId(),
      type: 'Password',
      userId: user.id,
      identifierType: body.identifier.type,
    });
  },

  async createPasswordIdentity(context) {
    const { body, tenant, services } = context;
    const interaction = await interactionOf(context);
    const state = interaction.requireState();
    if (state.event !== 'Register') throw new RequestError('session.invalid_interaction_type');
    await requireFreeUsername(context, body.identifier.value);
    await requirePolicy(tenant, body.password, { username: body.identifier.value });
    note(context, 'Interaction.Register.Verification.NewPasswordIdentity.Submit', interaction.id);
    return remember(interaction, state, {
      id: generateId(),
      type: 'NewPasswordIdentity',
      username: body.identifier.value,
      passwordEncrypted: await services.passwords.hash(body.password),
    });
  },

  async updateProfile(context) {
    const { body, tenant, services } = context;
    const interaction = await interactionOf(context);
    const state = interaction.requireState();
    if (state.event === 'ForgotPassword') throw new RequestError('session.not_supported_for_forgot_password');
    const { profile } = state;
    if (body.type === 'username') {
      if (profile.username) throw new RequestError('user.username_exists_in_profile');
      await requireFreeUsername(context, body.value);
      await interaction.save({ ...state, profile: { ...profile, username: body.value } });
      return;
    }
    if (profile.passwordEncrypted) throw new RequestError('user.password_exists_in_profile');
    await requirePolicy(tenant, body.value, { username: profile.username });
    const passwordEncrypted = await services.passwords.hash(body.value);
    await interaction.save({ ...state, profile: { ...profile, passwordEncrypted } });
  },

  async identify(context) {
    const interaction = await interactionOf(context);
    const state = interaction.requireState();
    const identified = await identify(context, interaction, state, context.body.verificationId);
    await interaction.save(identified);
    note(
      context,
      `Interaction.${state.event}.Identifier.Submit`,
      interaction.id,
      undefined,
      identified.userId,
    );
  },

  async submit(context) {
    const interaction = await interactionOf(context);
    const { event, userId } = interaction.requireState();
    const redirectTo = await submit(context, interaction);
    note(context, `Interaction.${event}.Submit`, interaction.id, undefined, userId);
    return { redirectTo };
  },
};

type AnyContext = Pick<RequestContext<never>, 'tenant' | 'services' | 'request' | 'reply'>;

const allowedEvents: Record<SignInExperience['signInMode'], readonly InteractionEvent[]> = {
  SignIn: ['SignIn', 'ForgotPassword'],
  Register: ['Register'],
  SignInAndRegister: ['SignIn', 'Register', 'ForgotPassword'],
};

const interactionOf = async ({ tenant, services, request, reply }: AnyContext) =>
  findInteraction(await services.providers.of(tenant), request, reply);

/** One record of each kind is kept. */
const remember = async (
  interaction: Awaited<ReturnType<typeof interactionOf>>,
  state: ExperienceState,
  verification: Verification,
) => {
  const others = state.verifications.filter(({ type }) => type !== verification.type);
  await interaction.save({ ...state, verifications: [...others, verification] });
  return { verificationId: verification.id };
};

const requireFreeUsername = async ({ tenant }: AnyContext, username: string) => {
  const taken = await tenant.database.read(db =>
    findUserByIdentifier(db, { type: 'username', value: username }),
  );
  if (taken) throw new RequestError('user.username_already_in_use');
};

const note = (
  { tenant, services, request }: AnyContext,
  key: AuditKey,
  sessionId: string,
  error?: { code: string },
  userId?: string,
) =>
  services.audit.append(tenant.id, {
    key,
    payload: {
      result: error ? 'Error' : 'Success',
      error,
      sessionId,
      userId,
      ip: request.ip,
      userAgent: request.headers['user-agent'],
    },
  });
