import { joinOrganizations, organizationsOfAddress } from '../../domain/provisioning.ts';
import { RequestError } from '../../domain/request-error.ts';
import type { Proof } from '../../domain/sign-in/situation.ts';
import type { Trace } from '../../domain/sign-in-decision.ts';
import { createUser, findUser, findUserByIdentifier, type UserRow } from '../../domain/users.ts';
import type { ExperienceState, Verification } from '../../oidc/interactions.ts';
import { columnsOf } from './profile-columns.ts';
import { findVerification, judge, type Step, type StepContext } from './step.ts';

type Identified = { state: ExperienceState; trace: Trace };

/** Says who the interaction is about: the user that a verification found, or a new one. */
export const identify = async (
  context: StepContext,
  step: Step,
  verificationId: string | undefined,
): Promise<Identified> => {
  const { state } = step;
  const isRegistering = state.event === 'Register';
  const verification =
    verificationId === undefined && isRegistering ? undefined : findVerification(state, verificationId);
  if (verification && !verification.isVerified) throw new RequestError('session.verification_failed');
  const proof = verification && proofOf(verification);
  const user = proof && (await findOwner(context, proof));
  const key = `Interaction.${state.event}.Identifier.Submit` as const;
  const trace = await judge(context, step, { stage: 'identify', key, proof, user });
  const identified = isRegistering ? await register(context, step, verification) : user;
  if (!identified) throw new RequestError('session.verification_failed');
  return {
    // What a new user was made of is no longer a proposal.
    state: isRegistering
      ? { ...state, userId: identified.id, isNewUser: true, proof, profile: {} }
      : { ...state, userId: identified.id, proof },
    trace,
  };
};

/** Only some kinds of proof say who somebody is. */
const proofOf = (verification: Verification): Proof => {
  const { type } = verification;
  if (verification.type === 'NewPasswordIdentity')
    return { type, identifier: { type: 'username', value: verification.username } };
  if (verification.type === 'SignInPasskey') return { type, userId: verification.userId };
  if (!('identifier' in verification)) throw new RequestError('session.verification_failed');
  return { type, identifier: verification.identifier };
};

const findOwner = ({ tenant }: StepContext, { identifier, userId }: Proof): Promise<UserRow | undefined> =>
  tenant.database.read(async db => {
    if (identifier) return findUserByIdentifier(db, identifier);
    return userId === undefined ? undefined : findUser(db, userId);
  });

const register = (
  { tenant, origin }: StepContext,
  { interaction, state }: Step,
  verification: Verification | undefined,
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
    const user = await createUser(tx, { ...columns, applicationId: interaction.clientId });
    const { primaryEmail } = user;
    await joinOrganizations(tx, user.id, [
      ...(primaryEmail ? await organizationsOfAddress(tx.db, primaryEmail) : []),
      ...(verification?.type === 'OneTimeToken' ? verification.organizationIds : []),
    ]);
    return user;
  });
};
