import { RequestError } from '../../domain/request-error.ts';
import { createUser } from '../../domain/users.ts';
import type { RequestContext } from '../../http/implement.ts';
import type { ExperienceState, FoundInteraction } from '../../oidc/interactions.ts';

type Context = Pick<RequestContext<never>, 'tenant' | 'origin'>;

/** Says who the interaction is about: the user that a verification found, or a new one. */
export const identify = async (
  context: Context,
  interaction: FoundInteraction,
  state: ExperienceState,
  verificationId: string | undefined,
): Promise<ExperienceState> => {
  if (state.event === 'Register') return register(context, interaction, state, verificationId);
  const verification = findVerification(state, verificationId);
  if (verification?.type !== 'Password') throw new RequestError('session.verification_failed');
  if (state.userId && state.userId !== verification.userId)
    throw new RequestError('session.identity_conflict');
  const { signIn } = await context.tenant.cached.signInExperience();
  const isEnabled = signIn.methods.some(
    ({ identifier, password }) => identifier === verification.identifierType && password,
  );
  if (!isEnabled) throw new RequestError('user.sign_in_method_not_enabled');
  return { ...state, userId: verification.userId };
};

const register = async (
  { tenant, origin }: Context,
  interaction: FoundInteraction,
  state: ExperienceState,
  verificationId: string | undefined,
): Promise<ExperienceState> => {
  if (state.userId) throw new RequestError('session.identity_conflict');
  const verification = verificationId === undefined ? undefined : findVerification(state, verificationId);
  if (verification && verification.type !== 'NewPasswordIdentity') {
    throw new RequestError('session.verification_failed');
  }
  const { username, passwordEncrypted } = { ...state.profile, ...verification };
  if (username === undefined || passwordEncrypted === undefined) {
    const missingProfile = [
      ...(username === undefined ? ['username'] : []),
      ...(passwordEncrypted === undefined ? ['password'] : []),
    ];
    throw new RequestError('user.missing_profile', { data: { missingProfile } });
  }
  const applicationId = interaction.clientId;
  const user = await tenant.database.write(origin, tx =>
    createUser(tx, { username, passwordEncrypted, applicationId }),
  );
  return { ...state, userId: user.id, isNewUser: true };
};

const findVerification = (state: ExperienceState, id: string | undefined) => {
  const found = state.verifications.find(verification => verification.id === id);
  if (!found) throw new RequestError('session.verification_session_not_found');
  return found;
};
