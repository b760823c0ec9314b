import type { WebAuthnAuthentication, WebAuthnRegistration } from '@gatehouse/contract/web-authn.ts';

/** The server sends base64url in JSON, while the browser expects bytes, and the other way round. */
const toBytes = (text: string) =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), character => character.charCodeAt(0));

const toText = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');

type Descriptor = { id: string; type: 'public-key'; transports?: AuthenticatorTransport[] };
type Options = Record<string, unknown>;

const toDescriptors = (list: unknown) =>
  ((list as Descriptor[] | undefined) ?? []).map(descriptor => ({
    ...descriptor,
    id: toBytes(descriptor.id),
  }));

const describe = (credential: PublicKeyCredential) => ({
  type: 'WebAuthn' as const,
  id: credential.id,
  rawId: toText(credential.rawId),
  clientExtensionResults: credential.getClientExtensionResults() as Record<string, never>,
  ...(credential.authenticatorAttachment
    ? { authenticatorAttachment: credential.authenticatorAttachment as 'platform' | 'cross-platform' }
    : {}),
});

/** Can the browser offer passkeys in a field? */
export const canOfferPasskeys = async () =>
  'PublicKeyCredential' in window && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;

export const createPasskey = async (options: Options): Promise<WebAuthnRegistration> => {
  const user = options.user as { id: string; name: string; displayName: string };
  const publicKey = {
    ...options,
    challenge: toBytes(String(options.challenge)),
    user: { ...user, id: toBytes(user.id) },
    excludeCredentials: toDescriptors(options.excludeCredentials),
  } as unknown as PublicKeyCredentialCreationOptions;
  const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  const response = credential.response as AuthenticatorAttestationResponse;
  return {
    ...describe(credential),
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      attestationObject: toText(response.attestationObject),
      transports: response.getTransports() as WebAuthnRegistration['response']['transports'],
    },
  };
};

export const askForPasskey = async (
  options: Options,
  how: { signal?: AbortSignal; mediation?: CredentialMediationRequirement } = {},
): Promise<WebAuthnAuthentication> => {
  const publicKey = {
    ...options,
    challenge: toBytes(String(options.challenge)),
    allowCredentials: toDescriptors(options.allowCredentials),
  } as unknown as PublicKeyCredentialRequestOptions;
  const credential = (await navigator.credentials.get({ ...how, publicKey })) as PublicKeyCredential;
  const response = credential.response as AuthenticatorAssertionResponse;
  return {
    ...describe(credential),
    response: {
      clientDataJSON: toText(response.clientDataJSON),
      authenticatorData: toText(response.authenticatorData),
      signature: toText(response.signature),
      ...(response.userHandle ? { userHandle: toText(response.userHandle) } : {}),
    },
  };
};
