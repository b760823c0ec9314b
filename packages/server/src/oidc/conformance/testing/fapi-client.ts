import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import * as openid from 'openid-client';
import { call, type TestApp } from '../../../http/testing/app.ts';
import { createRelyingParty, redirectUri } from './relying-party.ts';

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const seconds = () => Math.floor(Date.now() / 1000);

export type Claims = Record<string, unknown>;

/** A request that was pushed says everything: its use says nothing again. */
const onlyPushed = {
  redirect_uri: undefined,
  scope: undefined,
  state: undefined,
  nonce: undefined,
  code_challenge: undefined,
  code_challenge_method: undefined,
};

/** A client with the profile FAPI 2.0, and what it signs: each part can be bent. */
export const createFapiClient = async (
  app: TestApp,
  { algorithm = 'ES256', securityProfile = 'Fapi2' } = {},
) => {
  const origin = app.env.ENDPOINT;
  const issuer = `${origin}/oidc`;
  const pair = await generateKeyPair(algorithm, { extractable: true });
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'bank', alg: algorithm, use: 'sig' };
  const party = await createRelyingParty(app, {
    fields: {
      name: 'Bank',
      customClientMetadata: { securityProfile, jwks: { keys: [jwk] } },
    },
    authenticate: () => openid.PrivateKeyJwt({ key: pair.privateKey, kid: 'bank' }),
    dpop: true,
  });

  const assertion = (claims: Claims = {}, header: Claims = {}, key: CryptoKey = pair.privateKey) =>
    new SignJWT({
      iss: party.id,
      sub: party.id,
      aud: issuer,
      jti: crypto.randomUUID(),
      iat: seconds(),
      exp: seconds() + 60,
      ...claims,
    })
      .setProtectedHeader({ alg: algorithm, kid: 'bank', ...header })
      .sign(key);

  const proofKey = await generateKeyPair('ES256', { extractable: true });
  const proof = async (claims: Claims = {}, header: Claims = {}, key = proofKey) =>
    new SignJWT({ htm: 'POST', htu: `${issuer}/token`, iat: seconds(), jti: crypto.randomUUID(), ...claims })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(key.publicKey), ...header })
      .sign(key.privateKey);

  const authenticated = async (given?: string) => ({
    client_id: party.id,
    client_assertion_type: assertionType,
    client_assertion: given ?? (await assertion()),
  });

  return {
    ...party,
    issuer,
    assertion,
    proof,
    proofKey,
    /** The request as a form, with an assertion that can be another one. */
    async push(parameters: Record<string, string | undefined> = {}, given?: string, dpop?: string) {
      const { query, checks } = await party.prepare(parameters);
      const body = { response_type: 'code', ...Object.fromEntries(query), ...(await authenticated(given)) };
      const answer = await party.post('request', body, dpop ? { dpop } : {});
      return { ...answer, checks };
    },
    use: (requestUri: string, parameters: Record<string, string> = {}) =>
      party.start({ ...onlyPushed, request_uri: requestUri, ...parameters }),
    async spend(
      code: string,
      verifier: string,
      {
        dpop,
        given,
        ...parameters
      }: { dpop?: string; given?: string } & Record<string, string | undefined> = {},
    ) {
      return party.post(
        'token',
        {
          grant_type: 'authorization_code',
          code,
          code_verifier: verifier,
          redirect_uri: redirectUri,
          ...(await authenticated(given)),
          ...(parameters as Record<string, string>),
        },
        dpop ? { dpop } : {},
      );
    },
    userinfo: (headers: Record<string, string>) => call(`${issuer}/me`, { headers }),
  };
};

export type FapiClient = Awaited<ReturnType<typeof createFapiClient>>;
