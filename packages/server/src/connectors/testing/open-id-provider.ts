import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { startStandIn } from './stand-in.ts';

/** A fake OpenID provider: every visitor returns as the configured user. */
export const startOpenIdProvider = async () => {
  const world = await startStandIn();
  const host = 'op.example.com';
  const issuer = `https://${host}`;
  const makeKey = async (kid: string) => {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256' } };
  };
  let key = await makeKey('k');
  const idTokens = new Map<string, string>();
  world.answer({
    [`${host}/.well-known/openid-configuration`]: {
      json: {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
      },
    },
    [`${host}/jwks`]: () => ({ json: { keys: [key.jwk] } }),
    [`${host}/token`]: ({ body }) => {
      if (new URLSearchParams(body).get('refresh_token') === 'rt')
        return { json: { access_token: 'their new token', expires_in: 3600 } };
      const id_token = idTokens.get(new URLSearchParams(body).get('code') ?? '');
      if (!id_token) return { status: 400, json: { error: 'invalid_grant' } };
      return { json: { access_token: 'their token', refresh_token: 'rt', expires_in: 3600, id_token } };
    },
  });
  return {
    url: world.url,
    issuer,
    close: world.close,
    /** The configuration of a connector for this provider. */
    socialConfig: {
      authorizationEndpoint: `${issuer}/auth`,
      tokenEndpoint: `${issuer}/token`,
      clientId: 'gatehouse',
      clientSecret: 'secret',
      scope: 'openid profile email',
      idTokenVerificationConfig: { jwksUri: `${issuer}/jwks`, issuer },
    },
    /** From now on another key signs, under another name. */
    async changeKey(kid: string) {
      key = await makeKey(kid);
    },
    /** Consents at once: what the browser is sent back with. */
    async consent(authorizationUri: string, claims: JWTPayload) {
      const asked = new URL(authorizationUri).searchParams;
      const code = `code-${idTokens.size}`;
      const idToken = await new SignJWT({ ...claims, nonce: asked.get('nonce') })
        .setProtectedHeader({ alg: 'ES256', kid: key.kid })
        .setIssuer(issuer)
        .setAudience('gatehouse')
        .setExpirationTime('5m')
        .sign(key.privateKey);
      idTokens.set(code, idToken);
      return { code, state: asked.get('state') ?? '' };
    },
  };
};
