import { generateId } from '@gatehouse/contract/ids.ts';
import type { experiencePasskeys as rows } from '@gatehouse/contract/web-authn.ts';
import { provePasskey } from '../../domain/second-factors.ts';
import {
  describeAuthentication,
  describeRegistration,
  passkeysOf,
  readAuthentication,
  readRegistration,
} from '../../domain/web-authn.ts';
import { ownTransactions } from '../../http/implement.ts';
import { RequestError } from '../../request-error.ts';
import { openFactorStep, requirePasskeys } from './factors.ts';
import { findVerification, note, remember, type Step } from './step.ts';
import type { StepContext } from './step-context.ts';

/** Passkeys as second factor. */
export const passkeys = ownTransactions<typeof rows>({
  async createRegistration(context) {
    const factorStep = await openFactorStep(context);
    await requirePasskeys(context);
    const registrationOptions = await describeRegistration(context.tenant, factorStep.user);
    const kept = await keepChallenge(context, factorStep, registrationOptions.challenge);
    return { ...kept, registrationOptions: { ...registrationOptions } };
  },

  async verifyRegistration(context) {
    const { body, tenant, request } = context;
    const { step, user, event } = await openFactorStep(context);
    const verification = findChallenge(step, body.verificationId);
    const factor = await readRegistration(tenant, {
      payload: body.payload,
      challenge: verification.challenge,
      agent: request.headers['user-agent'] ?? '',
    });
    if (!factor) throw new RequestError('session.mfa.webauthn_verification_failed');
    note(context, step.interaction, `Interaction.${event}.Verification.WebAuthn.Submit`, { userId: user.id });
    return remember(step, { ...verification, isVerified: true, factor });
  },

  async createAuthentication(context) {
    const factorStep = await openFactorStep(context);
    const known = passkeysOf(factorStep.user);
    if (known.length === 0) throw new RequestError('session.mfa.webauthn_verification_not_found');
    const authenticationOptions = await describeAuthentication(context.tenant, known);
    const kept = await keepChallenge(context, factorStep, authenticationOptions.challenge);
    return { ...kept, authenticationOptions: { ...authenticationOptions } };
  },

  async verifyAuthentication(context) {
    const { body, tenant, origin, services } = context;
    const { step, user, event } = await openFactorStep(context);
    const { factor: _, ...verification } = findChallenge(step, body.verificationId);
    const used = await readAuthentication(tenant, passkeysOf(user), {
      payload: body.payload,
      challenge: verification.challenge,
    });
    const isRight = await provePasskey({ tenant, origin, vault: services.vault }, user.id, used);
    if (!isRight) throw new RequestError('session.mfa.webauthn_verification_failed');
    note(context, step.interaction, `Interaction.${event}.Verification.WebAuthn.Submit`, { userId: user.id });
    return remember(step, { ...verification, isVerified: true });
  },
});

const keepChallenge = (
  context: StepContext,
  { step, user, event }: Awaited<ReturnType<typeof openFactorStep>>,
  challenge: string,
) => {
  note(context, step.interaction, `Interaction.${event}.Verification.WebAuthn.Create`, { userId: user.id });
  return remember(step, {
    id: generateId(),
    type: 'WebAuthn',
    isVerified: false,
    userId: user.id,
    challenge,
  });
};

/** A challenge is answered once. */
const findChallenge = ({ state }: Step, id: string) => {
  const verification = findVerification(state, id);
  if (verification.type !== 'WebAuthn' || verification.isVerified)
    throw new RequestError('session.verification_session_not_found');
  return verification;
};
