import * as openid from 'openid-client';
import { call, type TestApp } from '../../../http/testing/app.ts';
import { type Browser, createBrowser, signIn } from '../../../http/testing/browser.ts';
import { createPeople, redirectUri } from '../../testing/people.ts';

export { redirectUri };
export const afterSignOut = 'https://app.example/signed-out';
export const user = { username: 'ada', password: 'correct horse battery' };

type Parameters = Record<string, string | undefined>;

type Options = {
  /** Fields of the application, beyond its addresses. */
  fields?: Record<string, unknown>;
  /** The client authentication method. Public clients have none. */
  authenticate?(application: { id: string; secret: string }): openid.ClientAuth;
  dpop?: boolean;
};

/** A request with everything that a careful client sends, and the checks that belong to it. */
const prepare = async (parameters: Parameters = {}) => {
  const checks = {
    pkceCodeVerifier: openid.randomPKCECodeVerifier(),
    expectedState: openid.randomState(),
    expectedNonce: openid.randomNonce(),
  };
  const query = new URLSearchParams({
    redirect_uri: redirectUri,
    scope: 'openid',
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    code_challenge: await openid.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
  });
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) query.delete(name);
    else query.set(name, value);
  }
  return { query, checks };
};

/**
 * An application as the conformance suite of the OpenID Foundation plays one: it knows the issuer and its own
 * credentials, and what it accepts is decided by `openid-client`, never by code of this repository.
 */
export const createRelyingParty = async (
  app: TestApp,
  { fields, authenticate = ({ secret }) => openid.ClientSecretBasic(secret), dpop }: Options = {},
) => {
  const origin = app.env.ENDPOINT;
  const people = createPeople(app);
  const application = await people.createApplication({
    name: 'Relying party',
    type: 'Traditional',
    oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [afterSignOut] },
    ...fields,
  });
  const configuration = await people.discover(application.id, authenticate(application));
  const handle = dpop
    ? openid.getDPoPHandle(configuration, await openid.randomDPoPKeyPair('ES256', { extractable: true }))
    : undefined;

  const complete = (
    answer: string | Request,
    checks: openid.AuthorizationCodeGrantChecks,
    tokenParameters: Record<string, string> = {},
  ) =>
    openid.authorizationCodeGrant(
      configuration,
      answer instanceof Request ? answer : new URL(answer),
      checks,
      tokenParameters,
      { DPoP: handle },
    );

  /** Sends the browser to the provider; it ends on one of our pages, or back at the application. */
  const start = async (parameters: Parameters = {}, browser: Browser = createBrowser()) => {
    const { query, checks } = await prepare(parameters);
    const url = openid.buildAuthorizationUrl(configuration, query);
    return { browser, checks, page: await browser.follow(url.href, origin) };
  };

  /** Sends the browser, and the user signs in where the provider asks for it. */
  const authorize = async (parameters: Parameters = {}, used: Browser = createBrowser()) => {
    const { browser, checks, page } = await start(parameters, used);
    const signedIn = page.address.includes('/sign-in?')
      ? await browser.follow(await signIn(browser, origin, user), origin)
      : page;
    return { browser, checks, page: signedIn };
  };

  return {
    id: application.id,
    secret: application.secret,
    origin,
    configuration,
    dpop: handle,
    prepare,
    start,
    authorize,
    complete,
    /** The whole code flow: the browser and the tokens. */
    async obtain(parameters: Parameters = {}, used?: Browser) {
      const { browser, checks, page } = await authorize(parameters, used);
      const tokens = await complete(page.address, {
        ...checks,
        ...(parameters.max_age ? { maxAge: Number(parameters.max_age) } : {}),
      });
      return { browser, tokens, page, checks };
    },
    /** A request at a back channel as a plain form, for what `openid-client` would not send. */
    async post(path: string, parameters: Record<string, string>, headers: Record<string, string> = {}) {
      return call(`${origin}/oidc/${path}`, {
        method: 'POST',
        body: new URLSearchParams(parameters).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      });
    },
  };
};

export type RelyingParty = Awaited<ReturnType<typeof createRelyingParty>>;

/** The parameters of a response at the application's redirect URI. */
export const answerAt = (address: string) => {
  if (!address.startsWith(redirectUri)) throw new Error(`The browser is at ${address}.`);
  return Object.fromEntries(new URL(address).searchParams);
};

/** The form that a page of the provider sends: its own markup, or the data of our pages. */
export const formIn = (html: string) => {
  const data = /id="gatehouse-data">(.*?)<\/script>/s.exec(html)?.[1];
  const form = data ? JSON.parse(data).form : undefined;
  if (form) return form as { kind?: string; action: string; fields: Record<string, string> };
  const decode = (text: string) =>
    text
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&');
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  return {
    kind: undefined,
    action: decode(/action="([^"]*)"/.exec(html)?.[1] ?? ''),
    fields: Object.fromEntries(fields.map(([, name = '', value = '']) => [name, decode(value)])),
  };
};

export const submitForm = (browser: Browser, html: string, answer: Record<string, string> = {}) => {
  const { action, fields } = formIn(html);
  return browser.send(action, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, ...answer }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
};
