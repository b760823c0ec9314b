import { generateId } from '@gatehouse/contract/ids.ts';
import type { MfaVerification } from '@gatehouse/contract/mfa.ts';
import type { WebAuthnAuthentication, WebAuthnRegistration } from '@gatehouse/contract/web-authn.ts';
import { loadAccountCenter } from './account-center.ts';
import type { Tenant } from './tenant.ts';
import type { UserRow } from './user-row.ts';
import { nameOfUser } from './users.ts';

/** Loaded on first use of a passkey, so that the start does not wait for it. */
const library = () => import('@simplewebauthn/server');

export type Passkey = MfaVerification & { type: 'WebAuthn' };

export const passkeysOf = ({ mfaVerifications }: Pick<UserRow, 'mfaVerifications'>): Passkey[] =>
  (mfaVerifications as MfaVerification[]).filter(factor => factor.type === 'WebAuthn');

/** A passkey belongs to the host of the tenant's pages; other sites that the tenant names may use it too. */
const placeOf = async ({ id, endpoint, database }: Tenant) => {
  const { hostname, origin } = new URL(endpoint);
  const { webauthnRelatedOrigins } = await database.read(db => loadAccountCenter(db, id));
  return { rpID: hostname, origins: [origin, ...webauthnRelatedOrigins] };
};

export const describeRegistration = async (tenant: Tenant, user: UserRow) => {
  const { rpID } = await placeOf(tenant);
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpID,
    rpName: rpID,
    userID: new TextEncoder().encode(user.id),
    userName: nameOfUser(user) ?? user.id,
    attestationType: 'none',
    excludeCredentials: passkeysOf(user).map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
};

/** The passkey that the browser has made, or nothing when it was not made for this challenge and place. */
export const readRegistration = async (
  tenant: Tenant,
  { payload, challenge, agent }: { payload: WebAuthnRegistration; challenge: string; agent: string },
): Promise<Passkey | undefined> => {
  const { rpID, origins } = await placeOf(tenant);
  const { verifyRegistrationResponse } = await library();
  const result = await verifyRegistrationResponse({
    response: { ...payload, type: 'public-key' },
    expectedChallenge: challenge,
    expectedOrigin: origins,
    expectedRPID: rpID,
    requireUserVerification: false,
  }).catch(() => undefined);
  if (!result?.verified) return undefined;
  const { credential } = result.registrationInfo;
  return {
    id: generateId(),
    createdAt: new Date().toISOString(),
    type: 'WebAuthn',
    rpId: rpID,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    transports: payload.response.transports,
    counter: credential.counter,
    agent,
  };
};

/** As the only proof, a passkey has to be unlocked by its owner. */
type Use = 'second-factor' | 'sign-in';

export const describeAuthentication = async (
  tenant: Tenant,
  passkeys: Pick<Passkey, 'credentialId' | 'transports'>[],
  use: Use = 'second-factor',
) => {
  const { rpID } = await placeOf(tenant);
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID,
    userVerification: use === 'sign-in' ? 'required' : 'preferred',
    allowCredentials: passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
  });
};

/** The passkey that was used, with its new counter; nothing when none of these was. */
export const readAuthentication = async (
  tenant: Tenant,
  passkeys: Passkey[],
  { payload, challenge }: { payload: WebAuthnAuthentication; challenge: string },
  use: Use = 'second-factor',
): Promise<Passkey | undefined> => {
  const passkey = passkeys.find(({ credentialId }) => credentialId === payload.id);
  if (!passkey) return undefined;
  const { rpID, origins } = await placeOf(tenant);
  const { verifyAuthenticationResponse } = await library();
  const result = await verifyAuthenticationResponse({
    response: { ...payload, type: 'public-key' },
    expectedChallenge: challenge,
    expectedOrigin: origins,
    expectedRPID: passkey.rpId ?? rpID,
    requireUserVerification: use === 'sign-in',
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
      transports: passkey.transports,
    },
  }).catch(() => undefined);
  return result?.verified ? { ...passkey, counter: result.authenticationInfo.newCounter } : undefined;
};
