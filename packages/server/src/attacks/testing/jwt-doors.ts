import { managementAudience } from '@gatehouse/contract/dialect.ts';
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import * as openid from 'openid-client';
import { inOrderOfUse } from '../../domain/signing-keys.ts';
import { call, type TestApp } from '../../http/testing/app.ts';
import { createBrowser } from '../../http/testing/browser.ts';
import { tokenExchangeGrant } from '../../oidc/grant-types.ts';
import { tokenTypes } from '../../oidc/subject-tokens.ts';
import { createPeople, redirectUri } from '../../oidc/testing/people.ts';

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const audience = managementAudience('default');
export const orders = 'https://orders.example/api';

export type Fields = Record<string, unknown>;

export type Door = {
  claims(): Fields;
  header: Fields;
  /** Whose key counts here. */
  key: JWK;
  isOpen(token: string): Promise<boolean>;
};

export const doorNames = [
  'the management API',
  'a client assertion',
  'a subject token',
  'an ID token as a hint',
] as const;
export type DoorName = (typeof doorNames)[number];

export const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
export const seconds = () => Math.floor(Date.now() / 1000);

/** The key that a tenant signs with. */
export const keyOf = async (app: TestApp, tenantId: string) => {
  const tenant = await app.app.services.tenants.get(tenantId);
  return inOrderOfUse((await tenant!.cached.oidcConfig()).keys)[0];
};

export const signJwt = async (claims: Fields, header: Fields, by: JWK | CryptoKey) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', ...('kty' in by ? { kid: by.kid } : {}), ...header })
    .sign('kty' in by ? await importJWK(by, 'ES256') : by);

/** Everything that takes a signed token, with claims that are good there. */
export const openDoors = async (app: TestApp) => {
  const people = createPeople(app);
  const key = await keyOf(app, 'default');
  const pair = await generateKeyPair('ES256', { extractable: true });
  const robotKey: JWK = { ...(await exportJWK(pair.privateKey)), kid: 'robot', alg: 'ES256', use: 'sig' };
  const { d: _, ...published } = robotKey;
  await app.manage('POST', '/resources', { name: 'Orders', indicator: orders });
  const robot = await people.createApplication({
    name: 'Robot',
    type: 'MachineToMachine',
    customClientMetadata: { jwks: { keys: [published] } },
  });
  const application = await people.createApplication({
    name: 'Shop',
    type: 'SPA',
    customClientMetadata: { allowTokenExchange: true },
  });
  const shop = await people.discover(application.id);
  const { tokens, userId = '' } = await people.register(shop, 'ada', { resource: orders });
  const jwt = await openid.refreshTokenGrant(shop, tokens!.refresh_token!, { resource: orders });
  const user = {
    userId,
    idToken: tokens!.id_token!,
    accessToken: tokens!.access_token,
    jwt: jwt.access_token,
  };
  const origin = app.env.ENDPOINT;
  const holder = { origin, key, userId, applicationId: application.id };
  const doors: Record<DoorName, Door> = {
    'the management API': managementDoor({ origin, key, managerId: app.manager.id }),
    'a client assertion': assertionDoor({ origin, key: robotKey, robotId: robot.id }),
    'a subject token': exchangeDoor(holder),
    'an ID token as a hint': hintDoor(holder),
  };
  return { doors, key, robotKey, user };
};

export type Doors = Awaited<ReturnType<typeof openDoors>>;

type Holder = { origin: string; key: JWK; userId: string; applicationId: string };

const issued = () => ({ iat: seconds(), exp: seconds() + 600, jti: crypto.randomUUID() });

const isGranted = async (origin: string, parameters: Record<string, string>) => {
  const answer = await fetch(`${origin}/oidc/token`, {
    method: 'POST',
    body: new URLSearchParams(parameters),
  });
  return answer.status === 200;
};

const managementDoor = ({
  origin,
  key,
  managerId,
}: Pick<Holder, 'origin' | 'key'> & { managerId: string }): Door => ({
  claims: () => ({
    iss: `${origin}/oidc`,
    aud: audience,
    sub: managerId,
    client_id: managerId,
    scope: 'all',
    ...issued(),
  }),
  header: { typ: 'at+jwt' },
  key,
  isOpen: async token => (await call(`${origin}/api/applications`, { token })).status === 200,
});

const assertionDoor = ({
  origin,
  key,
  robotId,
}: Pick<Holder, 'origin' | 'key'> & { robotId: string }): Door => ({
  claims: () => ({
    iss: robotId,
    sub: robotId,
    aud: `${origin}/oidc`,
    ...issued(),
    exp: seconds() + 60,
  }),
  header: {},
  key,
  isOpen: token =>
    isGranted(origin, {
      grant_type: 'client_credentials',
      resource: orders,
      client_id: robotId,
      client_assertion_type: assertionType,
      client_assertion: token,
    }),
});

const exchangeDoor = ({ origin, key, userId, applicationId }: Holder): Door => ({
  claims: () => ({
    iss: `${origin}/oidc`,
    aud: orders,
    sub: userId,
    client_id: applicationId,
    scope: '',
    ...issued(),
  }),
  header: { typ: 'at+jwt' },
  key,
  isOpen: token =>
    isGranted(origin, {
      grant_type: tokenExchangeGrant,
      client_id: applicationId,
      subject_token: token,
      subject_token_type: tokenTypes.accessToken,
      resource: orders,
    }),
});

const hintDoor = ({ origin, key, userId, applicationId }: Holder): Door => ({
  claims: () => ({
    iss: `${origin}/oidc`,
    aud: applicationId,
    sub: userId,
    iat: seconds(),
    exp: seconds() + 600,
  }),
  header: {},
  key,
  isOpen: async token => {
    const query = new URLSearchParams({
      client_id: applicationId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid',
      prompt: 'none',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
      id_token_hint: token,
    });
    const { location, text } = await createBrowser().send(`${origin}/oidc/auth?${query}`);
    // A good hint gets as far as to the question who is signed in.
    const error = location ? new URL(location).searchParams.get('error') : text;
    return error === 'login_required';
  },
});
