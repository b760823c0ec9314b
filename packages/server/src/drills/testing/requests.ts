import { call, requestToken } from '../../http/testing/app.ts';
import { createBrowser, signIn } from '../../http/testing/browser.ts';

const redirectUri = 'https://app.example/callback';
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

type Answer = { status: number; body?: unknown };
/** A response that a client would see as an error, with its time and how long the client had waited. */
type Failure = { what: string; status: number; text: string; at: number; seconds: number };
export type Person = { username: string; password: string };

/** Asks, and keeps what came of it. */
const createTally = () => {
  const failures: Failure[] = [];
  let answered = 0;
  let lastAnswer = performance.now();
  let longestPause = 0;

  const ask = async <T = { id: string }>(
    what: string,
    expected: number,
    request: Promise<Answer>,
  ): Promise<T | undefined> => {
    const askedAt = performance.now();
    const { status, body } = await request.catch((error: Error) => ({
      status: 0,
      body: String(error.cause ?? error),
    }));
    answered += 1;
    const now = performance.now();
    if (status === expected) {
      longestPause = Math.max(longestPause, now - lastAnswer);
      lastAnswer = now;
      return body as T;
    }
    const text = JSON.stringify(body)?.slice(0, 300) ?? '';
    failures.push({ what, status, text, at: now, seconds: (now - askedAt) / 1000 });
    return undefined;
  };
  return { ask, failures, answered: () => answered, longestPause: () => longestPause / 1000 };
};

/** Requests as clients send them. Each answer is counted, and one that a client would see as an error is kept. */
export const createRequests = async (endpoint: string, manager: { id: string; secret: string }) => {
  const { access_token: token } = await requestToken(endpoint, manager, { scope: 'all' });
  const { ask, failures, answered, longestPause } = createTally();
  const manage = <T = { id: string }>(method: string, path: string, body?: unknown, expected = 200) =>
    ask<T>(`${method} ${path}`, expected, call(`${endpoint}/api${path}`, { method, body, token }));

  const requestTokens = (clientId: string, parameters: Record<string, string>) =>
    ask<{ access_token: string; refresh_token: string }>(
      parameters.grant_type ?? '',
      200,
      call(`${endpoint}/oidc/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ client_id: clientId, ...parameters }).toString(),
      }),
    );

  /** Opens the sign-in page, enters the password and trades the code for tokens. */
  const signInPerson = async (clientId: string, person: Person) => {
    const browser = createBrowser();
    const query = new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid profile offline_access',
      prompt: 'consent',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
    const enter = async () => {
      await browser.follow(`${endpoint}/oidc/auth?${query}`, endpoint);
      const next = await signIn(browser, endpoint, person);
      const { address, answer } = await browser.follow(next, endpoint);
      const code = new URL(address).searchParams.get('code');
      return { status: code ? 200 : (answer?.status ?? 0), body: { code, address } };
    };
    const entered = await ask<{ code: string }>('sign-in', 200, enter());
    if (!entered) return undefined;
    return requestTokens(clientId, {
      grant_type: 'authorization_code',
      code: entered.code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    });
  };

  return {
    failures,
    answered,
    /** The longest time without an answer that was as it should be, in seconds. */
    longestPause,
    manage,
    signInPerson,
    refresh: (clientId: string, refreshToken: string) =>
      requestTokens(clientId, { grant_type: 'refresh_token', refresh_token: refreshToken }),
    readUserinfo: (accessToken: string) =>
      ask('userinfo', 200, call(`${endpoint}/oidc/me`, { token: accessToken })),
    requestMachineToken: () => ask('machine token', 200, requestToken(endpoint, manager, { scope: 'all' })),
    createApplication: () =>
      manage('POST', '/applications', {
        name: 'Shop',
        type: 'SPA',
        oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
      }),
  };
};
