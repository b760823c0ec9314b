import type { Interaction } from '@gatehouse/contract/experience.ts';
import { readSignInParameters } from '@gatehouse/contract/sign-in-parameters.ts';
import { standsForCaptcha } from '../domain/sign-in/first-factor-rules.ts';
import { describeSubject } from '../domain/sign-in/load.ts';
import type { Proof, SignInConfiguration, SignInContext, Subject } from '../domain/sign-in/situation.ts';
import { decideSignIn, describeFirstStep } from '../domain/sign-in-decision.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { UserRow } from '../domain/user-row.ts';
import { findUser, findUserByIdentifier } from '../domain/users.ts';
import { RequestError } from '../request-error.ts';
import { amrOf, provenFactor } from './authentication.ts';
import type { ExperienceState, Verification } from './interaction-state.ts';
import type { FoundInteraction } from './interactions.ts';
import { isOutside, type OutsideVerification, resolveOutside } from './outside-proof.ts';

/** The progress of an interaction, for the browser that it belongs to: its pages continue from there after a reload. */
export const describeProgress = async (
  tenant: Tenant,
  interaction: FoundInteraction,
  state: ExperienceState,
): Promise<Interaction> => {
  const { username, email, phone } = state.profile;
  const configuration = await tenant.cached.signInConfiguration();
  return {
    interactionEvent: state.event,
    userId: state.userId,
    profile: { username, primaryEmail: email, primaryPhone: phone },
    verificationRecords: state.verifications.map(verification => ({
      id: verification.id,
      type: verification.type,
      verified: verification.isVerified,
      ...(isOutside(verification) ? connectorFields(verification) : {}),
      ...('identifier' in verification ? { identifier: verification.identifier } : {}),
      ...('sentAt' in verification ? { sentAt: verification.sentAt } : {}),
    })),
    pending: await pendingOf(tenant, state),
    mfa: {
      mfaSkipped: state.skips?.mfa ?? false,
      mfaEnabled: state.wantsMfa ?? false,
      additionalBindingSuggestionSkipped: state.skips?.suggestion ?? false,
      passkeySkipped: state.skips?.passkey ?? false,
      newFactors: (state.newFactors ?? []).map(({ type }) => type),
    },
    captcha: { verified: state.isCaptchaPassed ?? false, skipped: standsForCaptcha(state.proof) },
    firstStep: describeFirstStep(configuration, state.event),
    parameters: readSignInParameters(interaction.params),
  };
};

/** The user may see the account data from the provider, but not its raw response. */
const connectorFields = (verification: OutsideVerification) => {
  const { connectorId, account } = verification;
  if (verification.type === 'Social')
    return { connectorId, target: verification.target, socialUserInfo: account };
  return { connectorId, issuer: verification.issuer, enterpriseSsoUserInfo: account };
};

/** Asks the rules what they would say now, and does nothing. */
const pendingOf = async (tenant: Tenant, state: ExperienceState): Promise<Interaction['pending']> => {
  const candidate = state.verifications.find(({ id }) => id === state.candidateId);
  if (!state.userId && !candidate?.isVerified) return undefined;
  const configuration = await tenant.cached.signInConfiguration();
  const { proof, user } =
    state.userId || !candidate
      ? { proof: undefined, user: await findUserOf(tenant, state) }
      : await resolveProof(tenant, state.event, candidate);
  const subject = user && (await tenant.database.read(db => describeSubject(db, user)));
  const stage = state.userId ? 'submit' : 'identify';
  const { verdict } = decideSignIn(
    stage,
    configuration,
    contextOf(state, configuration, { proof, user: subject }),
  );
  return verdict && { code: verdict.code, data: verdict.data };
};

const findUserOf = (tenant: Tenant, { userId = '' }: ExperienceState) =>
  tenant.database.read(db => db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst());

/** Finds the identity that a verification proves, and the user it belongs to. */
export const resolveProof = async (
  tenant: Tenant,
  event: ExperienceState['event'],
  verification: Verification,
  wantsLink?: boolean,
): Promise<{ proof: Proof; user: UserRow | undefined }> => {
  if (isOutside(verification)) return resolveOutside(tenant, event, verification, { wantsLink });
  const proof = proofOf(verification);
  return { proof, user: await findOwner(tenant, proof) };
};

/** Only some kinds of verification identify a user. */
const proofOf = (verification: Verification): Proof => {
  const { type } = verification;
  if (verification.type === 'NewPasswordIdentity')
    return { type, identifier: { type: 'username', value: verification.username } };
  if (verification.type === 'SignInPasskey') return { type, userId: verification.userId };
  if (!('identifier' in verification)) throw new RequestError('session.verification_failed');
  const isInvitation = verification.type === 'OneTimeToken' && verification.isInvitation;
  return { type, identifier: verification.identifier, ...(isInvitation ? { isInvitation } : {}) };
};

const findOwner = (tenant: Tenant, { identifier, userId }: Proof): Promise<UserRow | undefined> =>
  tenant.database.read(async db => {
    if (identifier) return findUserByIdentifier(db, identifier);
    return userId === undefined ? undefined : findUser(db, userId);
  });

/** The facts about an interaction that the rules need. */
export const contextOf = (
  state: ExperienceState,
  { mfa }: Pick<SignInConfiguration, 'mfa'>,
  {
    proof,
    user,
    captcha,
    keepAccount = false,
  }: { proof?: Proof; user?: Subject; captcha?: SignInContext['captcha']; keepAccount?: boolean },
): SignInContext => {
  const { username, email, phone, passwordEncrypted, fields = {} } = state.profile;
  return {
    event: state.event,
    captcha: captcha ?? (state.isCaptchaPassed ? 'passed' : 'absent'),
    proof: proof ?? state.proof,
    user,
    identifiedAs: state.userId,
    given: {
      username: username !== undefined,
      email,
      phone: phone !== undefined,
      password: passwordEncrypted !== undefined,
      fields: Object.keys(fields),
    },
    provenFactors: state.verifications.flatMap(verification => provenFactor(verification, state.userId)),
    newFactors: [
      ...(state.newFactors ?? []).map(({ type }) => type),
      ...(email === undefined ? [] : (['EmailVerificationCode'] as const)),
      ...(phone === undefined ? [] : (['PhoneVerificationCode'] as const)),
    ],
    skips: { mfa: false, suggestion: false, passkey: false, ...state.skips },
    hasNewPasskey: (state.newFactors ?? []).some(({ type }) => type === 'WebAuthn'),
    wantsMfa: state.wantsMfa ?? false,
    keepsAccount: keepAccount,
    risks: state.risks ?? [],
    requiredAcr: state.requiredAcr,
    amr: amrOf(state, { mfa, user }),
    sessionAmr: state.steppedUpFrom?.amr,
  };
};
