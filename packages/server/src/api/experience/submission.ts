import { type Acr, acrOf } from '@gatehouse/contract/authentication-levels.ts';
import { generateSecret } from '@gatehouse/contract/ids.ts';
import type { MfaVerification } from '@gatehouse/contract/mfa.ts';
import type { Write } from '../../database/database.ts';
import { joinOrganizations } from '../../domain/provisioning.ts';
import { queueNotice } from '../../domain/security-notices.ts';
import { cancelDeletion } from '../../domain/self-deletion.ts';
import { noteSignIn } from '../../domain/sign-in/note-sign-in.ts';
import { findRisks } from '../../domain/sign-in/risks.ts';
import type { SignInConfiguration } from '../../domain/sign-in/situation.ts';
import type { Trace } from '../../domain/sign-in-decision.ts';
import { deletionPending } from '../../domain/standing.ts';
import { decide } from '../../domain/user-configs.ts';
import type { UserRow } from '../../domain/user-row.ts';
import { presentUser, updateUser } from '../../domain/users.ts';
import { provenFlags } from '../../domain/verified-addresses.ts';
import { noteDeletion } from '../../http/personal-data-notes.ts';
import { amrOf, provenAt } from '../../oidc/authentication.ts';
import type { ExperienceState } from '../../oidc/interaction-state.ts';
import { describeSubmission } from '../../oidc/last-submission.ts';
import { isOutside } from '../../oidc/outside-proof.ts';
import { RequestError } from '../../request-error.ts';
import { runAction } from './actions.ts';
import { keepDecision } from './decisions.ts';
import { settleAccounts } from './outside-account.ts';
import { markDevice, placeOf } from './place.ts';
import { columnsOf } from './profile-columns.ts';
import { judge, requireUser, type Step, situationOf } from './step.ts';
import type { StepContext } from './step-context.ts';

/** Ends the interaction: the user is signed in, and the browser goes back to the provider. */
export const submit = async (
  context: StepContext,
  step: Step,
  { keepAccount }: { keepAccount: boolean },
): Promise<{ redirectTo: string; unmetAcr?: Acr; trace: Trace }> => {
  const { tenant, origin, services } = context;
  const { interaction, state } = step;
  const found = await requireUser(context, step);
  const judged = await judge(context, step, { stage: 'submit', user: found, keepAccount }).catch(error => {
    if (error instanceof RequestError && error.code === 'session.mfa.unmet_requirements') return undefined;
    throw error;
  });
  // The application asked for more than the user can do: it gets the error and decides what comes next.
  if (!judged)
    return {
      redirectTo: await interaction.finish({
        error: 'unmet_authentication_requirements',
        error_description: 'the user cannot authenticate as strongly as the request requires',
      }),
      unmetAcr: state.requiredAcr,
      trace: [],
    };
  if (state.event !== 'ForgotPassword') await runAction(context, step, 'action.postSignIn', found);
  const sessionUid = interaction.session?.uid;
  const isSignIn = state.event !== 'ForgotPassword';
  const place = isSignIn ? { ...placeOf(context), newDevice: generateSecret() } : undefined;
  const configuration = await tenant.cached.signInConfiguration();
  const login = loginOf(found, state, configuration);
  const writer = { ...origin, sessionUid, applicationId: interaction.clientId };
  const { wasLeaving, risks } = await tenant.database.write(writer, async tx => {
    const held = await requireCurrent(tx, found, state);
    const { deletionDueAt, lastSignInAt } = held;
    const isLeaving = deletionDueAt !== null && isSignIn;
    if (isLeaving && !keepAccount) throw deletionPending(deletionDueAt);
    if (isLeaving) await cancelDeletion(tx, found.id);
    const user = await settleAccounts(
      tx,
      services.vault,
      await applyProfile(tx, { ...found, ...held }, state),
      state,
    );
    await joinOrganizations(tx, user.id, invitedTo(state));
    const { devicesKnownSince } = configuration;
    const noted = place && (await notePlace(tx, user, { place, lastSignInAt, devicesKnownSince }));
    const told = {
      interactionEvent: state.event,
      sessionId: interaction.id,
      applicationId: interaction.clientId,
      userId: user.id,
      user: presentUser(user),
    };
    tx.emit(eventOf(state), told);
    if (state.risks?.length && login.amr.includes('mfa'))
      tx.emit('PostSignInAdaptiveMfaTriggered', { ...told, risks: state.risks });
    return { wasLeaving: isLeaving, risks: state.risks ?? (noted && risksOf(noted, lastSignInAt)) };
  });
  await keepDecision(context, step, {
    stage: 'submit',
    decision: judged.decision,
    facts: { ...judged.facts, risks: risks ?? [] },
    user: found,
    isRiskKnown: risks !== undefined,
  });
  const { trace } = judged;
  if (wasLeaving) noteDeletion(context, 'Cancel', { userId: found.id });
  if (place) markDevice(context, place.newDevice);
  if (isSignIn)
    return {
      redirectTo: await interaction.finish({
        login,
        submission: describeSubmission(state, found.id),
        ...samlSessionOf(state),
        // A user who has just signed in has chosen.
        select_account: {},
      }),
      trace,
    };
  // A user with a new password signs in with it in the same interaction.
  await interaction.save(undefined);
  return { redirectTo: '', trace };
};

type Noted = {
  place: Parameters<typeof noteSignIn>[2];
  lastSignInAt: number | null;
  devicesKnownSince: number;
};

const notePlace = async (tx: Write, user: UserRow, { place, lastSignInAt, devicesKnownSince }: Noted) => {
  const noted = await noteSignIn(tx.db, user.id, place);
  // Whose devices were never remembered has none to compare with.
  const isComparable = lastSignInAt !== null && lastSignInAt >= devicesKnownSince;
  if (!noted.isKnownDevice && isComparable)
    await queueNotice(tx, { ...user, userId: user.id }, { type: 'NewDevice' });
  return noted;
};

/** Failed attempts are counted only where the tenant looks for risks. */
const risksOf = (
  noted: Pick<Parameters<typeof findRisks>[0], 'isKnownDevice' | 'isNewCountry'>,
  lastSignInAt: number | null,
) => findRisks({ ...noted, lastSignInAt, isChallenged: false, now: Date.now() });

/** The session as the identity provider knows it that the user came from. */
const samlSessionOf = ({ verifications }: ExperienceState) => {
  const proof = verifications.findLast(({ type, isVerified }) => type === 'EnterpriseSso' && isVerified);
  if (proof?.type !== 'EnterpriseSso' || !proof.samlSession) return {};
  return { samlSession: { connectorId: proof.connectorId, ...proof.samlSession } };
};

const loginOf = (user: UserRow, state: ExperienceState, configuration: Pick<SignInConfiguration, 'mfa'>) => {
  const situation = situationOf(user, configuration);
  const amr = amrOf(state, situation);
  return { accountId: user.id, amr, acr: acrOf(amr), ts: provenAt(state, situation) };
};

/** A verification from before the credentials changed does not count: the old password must start again. */
const requireCurrent = async (
  tx: Write,
  found: UserRow,
  { identifiedAt = 0, isNewUser, newFactors }: ExperienceState,
) => {
  const user = await tx.db
    .selectFrom('users')
    .select([
      'credentialsChangedAt',
      'deletionDueAt',
      'identities',
      'lastSignInAt',
      'mfaConfig',
      'mfaVerifications',
    ])
    .where('id', '=', found.id)
    .forUpdate()
    .executeTakeFirst();
  if (!user) throw new RequestError('user.user_not_exist');
  if (!isNewUser && (user.credentialsChangedAt ?? 0) > identifiedAt)
    throw new RequestError('session.verification_failed');
  // The rules have looked at the factors that were there before the lock.
  const isSame = idsOf(user.mfaVerifications).join() === idsOf(found.mfaVerifications).join();
  if (newFactors?.length && !isSame) throw new RequestError('session.verification_failed');
  return user;
};

const idsOf = (factors: unknown[]) => (factors as MfaVerification[]).map(({ id }) => id);

const eventOf = ({ event, isNewUser }: ExperienceState) => {
  if (event === 'ForgotPassword') return 'PostResetPassword';
  return isNewUser ? 'PostRegister' : 'PostSignIn';
};

/** Stores the profile data and factors collected during the interaction. */
const applyProfile = async (tx: Write, user: UserRow, state: ExperienceState): Promise<UserRow> => {
  const { newFactors = [], profile } = state;
  const decisions = decisionsOf(state);
  const passkeySignIn = state.skips?.passkey ? { skipped: true } : {};
  const patch = {
    ...provenFlags(user, provenAddresses(user, state)),
    ...columnsOf(profile, user),
    ...resetChannel(state),
    ...(newFactors.length ? { mfaVerifications: [...user.mfaVerifications, ...newFactors] } : {}),
    ...(Object.keys({ ...decisions, ...passkeySignIn }).length
      ? decide(user, { mfa: decisions, passkeySignIn })
      : {}),
  };
  if (Object.keys(patch).length === 0) return user;
  const updated = await updateUser(tx, user.id, patch, { isQuiet: state.isNewUser });
  tx.emit('User.Data.Updated', presentUser(updated));
  return updated;
};

/**
 * The addresses for which this sign-in has proven that they are the user's, by a code or by a provider that vouches.
 */
const provenAddresses = (user: UserRow, { verifications, userId }: ExperienceState) =>
  verifications.flatMap(verification => {
    if (!verification.isVerified) return [];
    const { type } = verification;
    if (type === 'EmailVerificationCode' || type === 'PhoneVerificationCode' || type === 'OneTimeToken')
      return [verification.identifier.value];
    if (isOutside(verification)) return [verification.account?.email, verification.account?.phone];
    if (type === 'MfaEmailVerificationCode' && verification.userId === userId) return [user.primaryEmail];
    if (type === 'MfaPhoneVerificationCode' && verification.userId === userId) return [user.primaryPhone];
    return [];
  });

/** A password that a code has set is worth as much as the channel of the code. */
const resetChannel = ({ event, proof }: ExperienceState) => {
  if (event !== 'ForgotPassword' || !proof) return {};
  // A link comes to the mailbox like a code.
  return { passwordResetBy: proof.type === 'OneTimeToken' ? 'EmailVerificationCode' : proof.type };
};

const decisionsOf = ({ skips, wantsMfa }: ExperienceState) => ({
  ...(skips?.mfa ? { skipped: true, enabled: false } : {}),
  ...(wantsMfa ? { skipped: false, enabled: true } : {}),
  ...(skips?.suggestion ? { additionalBindingSuggestionSkipped: true } : {}),
});

/** The organizations that the link leads to by which the user signs in. */
const invitedTo = ({ proof, verifications }: ExperienceState) =>
  proof?.type === 'OneTimeToken'
    ? verifications.flatMap(used => (used.type === 'OneTimeToken' ? used.organizationIds : []))
    : [];
