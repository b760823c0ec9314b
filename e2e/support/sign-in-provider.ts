import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { startStandIn } from '../../packages/server/src/connectors/testing/stand-in.ts';

const google = {
  issuer: 'https://accounts.google.com',
  authorize: 'accounts.google.com/o/oauth2/v2/auth',
  token: 'oauth2.googleapis.com/token',
  keys: 'www.googleapis.com/oauth2/v3/certs',
};
const okta = {
  issuer: 'https://acme.okta.com',
  authorize: 'acme.okta.com/authorize',
  token: 'acme.okta.com/token',
  keys: 'acme.okta.com/keys',
};

/** Google and the Okta of a company, which sign in the same person every time, and consent at once. */
export const startSignInProvider = async (person: JWTPayload) => {
  const world = await startStandIn();
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'ES256' }] };
  let isWilling = true;
  const answersOf = ({ issuer, ...paths }: typeof google) => {
    let asked = new URLSearchParams();
    return {
      [paths.authorize]: ({ query }: { query: URLSearchParams }) => {
        asked = query;
        const back = new URL(query.get('redirect_uri') ?? '');
        back.searchParams.set('state', query.get('state') ?? '');
        if (isWilling) back.searchParams.set('code', 'c');
        else back.searchParams.set('error', 'access_denied');
        return { status: 302, location: back.href };
      },
      [paths.token]: async () => ({
        json: {
          access_token: 'theirs',
          token_type: 'Bearer',
          id_token: await new SignJWT({ ...person, nonce: asked.get('nonce') })
            .setProtectedHeader({ alg: 'ES256', kid: 'k' })
            .setIssuer(issuer)
            .setAudience(asked.get('client_id') ?? '')
            .setIssuedAt()
            .setExpirationTime('5m')
            .sign(privateKey),
        },
      }),
      [paths.keys]: { json: keys },
    };
  };
  world.answer({
    ...answersOf(google),
    ...answersOf(okta),
    'acme.okta.com/.well-known/openid-configuration': {
      json: {
        issuer: okta.issuer,
        authorization_endpoint: `https://${okta.authorize}`,
        token_endpoint: `https://${okta.token}`,
        jwks_uri: `https://${okta.keys}`,
      },
    },
  });
  return {
    url: world.url,
    close: world.close,
    /** Whether users consent from now on. */
    setWilling(value: boolean) {
      isWilling = value;
    },
  };
};
