import { isClientDocument } from '@gatehouse/contract/cimd.ts';
import { joinOrganizations, organizationsOfAddress } from '../../domain/provisioning.ts';
import { loadRisks } from '../../domain/sign-in/risks.ts';
import type { Proof } from '../../domain/sign-in/situation.ts';
import type { Trace } from '../../domain/sign-in-decision.ts';
import type { UserRow } from '../../domain/user-row.ts';
import { createUser } from '../../domain/users.ts';
import type { ExperienceState, Verification } from '../../oidc/interaction-state.ts';
import { isOutside } from '../../oidc/outside-proof.ts';
import { resolveProof } from '../../oidc/sign-in-progress.ts';
import { RequestError } from '../../request-error.ts';
import { runAction } from './actions.ts';
import { addSsoIdentity, columnsOfAccount } from './outside-account.ts';
import { placeOf } from './place.ts';
import { columnsOf } from './profile-columns.ts';
import { findVerification, judge, type Step } from './step.ts';
import type { StepContext } from './step-context.ts';

type Identified = { state: ExperienceState; trace: Trace };

/**
 * Identifies the user of the interaction: the one that a verification found, or a new one. An insufficient verification
 * is remembered, so that it is not repeated after the rest is complete.
 */
export const identify = async (
  context: StepContext,
  { interaction, state: before }: Step,
  {
    verificationId = before.candidateId,
    linkSocialIdentity,
  }: { verificationId?: string; linkSocialIdentity?: boolean },
): Promise<Identified> => {
  const isRegistering = before.event === 'Register';
  if (verificationId === undefined && !isRegistering)
    throw new RequestError('guard.invalid_input', {
      violations: [{ path: 'verificationId', code: 'validation.required', values: {} }],
    });
  const verification = verificationId === undefined ? undefined : findVerification(before, verificationId);
  if (verification && !verification.isVerified) throw new RequestError('session.verification_failed');
  // The event may have changed since the link was opened; what the link is good for has not.
  if (verification?.type === 'OneTimeToken' && (verification.meantFor ?? before.event) !== before.event)
    throw new RequestError('one_time_token.interaction_event_mismatch');
  const state = { ...before, candidateId: verificationId };
  const step = { interaction, state };
  await interaction.save(state);
  const { proof, user } = verification
    ? await resolveProof(context.tenant, state.event, verification, linkSocialIdentity)
    : { proof: undefined, user: undefined };
  const { trace } = await judge(context, step, { stage: 'identify', proof, user });
  const identified = isRegistering ? await register(context, step, verification, proof?.brings) : user;
  if (!identified) throw new RequestError('session.verification_failed');
  if (state.event === 'SignIn')
    await runAction(context, step, 'action.postFirstFactorVerification', identified);
  // Without a verification, what a new user has entered is all that there is.
  const known = {
    ...state,
    userId: identified.id,
    identifiedAt: verification ? verification.at : Date.now(),
    proof,
  };
  return {
    // The proposed profile is now stored with the new user, so it is cleared here.
    state: isRegistering
      ? { ...known, isNewUser: true, profile: {} }
      : { ...known, risks: await risksOf(context, identified, proof) },
    trace,
  };
};

const risksOf = async (context: StepContext, user: UserRow, proof: Proof | undefined) => {
  const { tenant } = context;
  const { adaptiveMfa } = await tenant.cached.signInConfiguration();
  if (!adaptiveMfa.enabled) return undefined;
  return tenant.database.read(db => loadRisks(db, user, placeOf(context), proof));
};

/** An application without a registration has no ID of ours. */
const cameBy = (clientId: string) =>
  isClientDocument(clientId) ? { cimdClientId: clientId } : { applicationId: clientId };

const register = (
  { tenant, origin }: StepContext,
  { interaction, state }: Step,
  verification: Verification | undefined,
  brings: Proof['brings'] = {},
): Promise<UserRow> => {
  const { profile } = state;
  const proven =
    // Addresses and numbers that come with a proof are the user's.
    verification && 'identifier' in verification && verification.type !== 'Password'
      ? { [verification.identifier.type]: verification.identifier.value }
      : {};
  const proposed =
    verification?.type === 'NewPasswordIdentity'
      ? { username: verification.username, passwordEncrypted: verification.passwordEncrypted }
      : {};
  const columns = columnsOf({ ...profile, ...proven, ...proposed });
  return tenant.database.write(origin, async tx => {
    const outside = verification && isOutside(verification) ? verification : undefined;
    const taken = outside ? await columnsOfAccount(tx, outside, brings) : {};
    // Values that the user enters take precedence over those of a provider.
    const user = await createUser(tx, { ...taken, ...columns, ...cameBy(interaction.clientId) });
    if (outside?.type === 'EnterpriseSso' && outside.account) {
      const { connectorId, issuer = '', account } = outside;
      await addSsoIdentity(tx, user.id, { connectorId, issuer, account });
    }
    const { primaryEmail } = user;
    await joinOrganizations(tx, user.id, [
      ...(primaryEmail ? await organizationsOfAddress(tx.db, primaryEmail) : []),
      ...(verification?.type === 'OneTimeToken' ? verification.organizationIds : []),
    ]);
    return user;
  });
};
