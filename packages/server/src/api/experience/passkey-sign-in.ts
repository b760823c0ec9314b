import { generateId } from '@gatehouse/contract/ids.ts';
import type {
  experiencePasskeySignIn as rows,
  WebAuthnAuthentication,
} from '@gatehouse/contract/web-authn.ts';
import { provePasskey } from '../../domain/second-factors.ts';
import { ssoConnectorsOf } from '../../domain/sign-in/email-rules.ts';
import { requireActive } from '../../domain/standing.ts';
import type { UserRow } from '../../domain/user-row.ts';
import { describeAuthentication, passkeysOf, readAuthentication } from '../../domain/web-authn.ts';
import { ownTransactions } from '../../http/implement.ts';
import type { ExperienceState } from '../../oidc/interaction-state.ts';
import { RequestError } from '../../request-error.ts';
import { spendCaptcha } from './captcha.ts';
import { learn } from './refusals.ts';
import { findVerification, interactionOf, note, openStep, remember } from './step.ts';
import type { StepContext } from './step-context.ts';

const createKey = 'Interaction.SignIn.Verification.SignInPasskey.Create';
const submitKey = 'Interaction.SignIn.Verification.SignInPasskey.Submit';

/** Passkeys as all that it takes to sign in. */
export const passkeySignIn = ownTransactions<typeof rows>({
  async prepare(context) {
    await requireOn(context);
    const interaction = await interactionOf(context);
    const authenticationOptions = await describeAuthentication(context.tenant, [], 'sign-in');
    const { challenge: passkeyChallenge } = authenticationOptions;
    const fresh: ExperienceState = { event: 'SignIn', verifications: [], profile: {} };
    await interaction.save({ ...(interaction.state ?? fresh), passkeyChallenge });
    note(context, interaction, createKey);
    return { authenticationOptions: { ...authenticationOptions } };
  },

  /**
   * Nothing in the answer depends on the identifier: names of passkeys, however many decoys stand beside them, would say who
   * has an account and which identifiers are the same user's. Passkeys that sign in know their user.
   */
  async create(context) {
    await requireOn(context);
    const step = await openStep(context);
    await spendCaptcha(context, step);
    const authenticationOptions = await describeAuthentication(context.tenant, [], 'sign-in');
    const { challenge } = authenticationOptions;
    note(context, step.interaction, createKey);
    const kept = await remember(step, {
      id: generateId(),
      type: 'SignInPasskey',
      isVerified: false,
      challenge,
    });
    return { ...kept, authenticationOptions: { ...authenticationOptions } };
  },

  async verify(context) {
    const { body, tenant, origin, services } = context;
    await requireOn(context);
    const step = await openStep(context);
    const challenge = findChallenge(step.state, body.verificationId);
    // A challenge is answered once, rightly or not.
    const { passkeyChallenge: _, ...state } = step.state;
    const answered = {
      ...step,
      state: { ...state, verifications: state.verifications.filter(({ type }) => type !== 'SignInPasskey') },
    };
    await step.interaction.save(answered.state);
    const user = await findOwner(context, body.payload);
    learn(context, { userId: user?.id ?? 'nobody' });
    const used =
      user &&
      (await readAuthentication(tenant, passkeysOf(user), { payload: body.payload, challenge }, 'sign-in'));
    const isRight = user && (await provePasskey({ tenant, origin, vault: services.vault }, user.id, used));
    if (!isRight) throw new RequestError('session.mfa.webauthn_verification_failed');
    requireActive(user);
    await requireNoEnterprise(context, user);
    note(context, step.interaction, submitKey, { userId: user.id });
    return remember(answered, {
      id: body.verificationId ?? generateId(),
      type: 'SignInPasskey',
      isVerified: true,
      userId: user.id,
      challenge,
    });
  },
});

const requireOn = async ({ tenant }: StepContext) => {
  const { passkeySignIn, signInMode } = await tenant.cached.signInExperience();
  if (!passkeySignIn.enabled || signInMode === 'Register')
    throw new RequestError('user.sign_in_method_not_enabled');
};

/** Finds the challenge that this response belongs to. */
const findChallenge = (state: ExperienceState, verificationId: string | undefined) => {
  const { passkeyChallenge } = state;
  if (verificationId === undefined && passkeyChallenge) return passkeyChallenge;
  const verification = verificationId === undefined ? undefined : findVerification(state, verificationId);
  if (verification?.type !== 'SignInPasskey' || verification.isVerified)
    throw new RequestError('session.passkey_sign_in.pending_info_not_found');
  return verification.challenge;
};

/** Passkeys remember whose they are (WebAuthn, section 7.2, step 6). */
const findOwner = ({ tenant }: StepContext, { response }: WebAuthnAuthentication) => {
  const userId = response.userHandle && Buffer.from(response.userHandle, 'base64url').toString('utf8');
  if (!userId || userId.includes('\0')) return undefined;
  return tenant.database.read(db =>
    db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst(),
  );
};

/** People of an enterprise come in through it, so that who has left it stays out. */
const requireNoEnterprise = async ({ tenant }: StepContext, { primaryEmail }: UserRow) => {
  const configuration = await tenant.cached.signInConfiguration();
  if (primaryEmail && ssoConnectorsOf(configuration, primaryEmail).length)
    throw new RequestError('session.passkey_sign_in.sso_users_not_allowed');
};
