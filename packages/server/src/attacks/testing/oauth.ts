import { call, type TestApp } from '../../http/testing/app.ts';
import { createBrowser, signIn } from '../../http/testing/browser.ts';
import { createPeople, redirectUri } from '../../oidc/testing/people.ts';
import { askToken, password, verifier } from './people.ts';

/** The S256 code challenge for the verifier. */
export const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

/** An application, another one that is after its tokens, and a user who signs in. */
export const setUpThieves = async (app: TestApp) => {
  const origin = app.env.ENDPOINT;
  const people = createPeople(app);
  const shop = (await people.createApplication({ name: 'Shop', type: 'SPA' })).id;
  const thief = (await people.createApplication({ name: 'Thief', type: 'SPA' })).id;
  await app.manage('POST', '/users', { username: 'ada', password });

  /** A request of the shop; an empty parameter is left out. */
  const authorize = (parameters: Record<string, string> = {}, browser = createBrowser()) => {
    const query = new URLSearchParams({
      client_id: shop,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid offline_access',
      prompt: 'consent',
      state: 'mine',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...parameters,
    });
    for (const [name, value] of Object.entries(parameters)) if (value === '') query.delete(name);
    return browser.follow(`${origin}/oidc/auth?${query}`, origin);
  };

  return {
    people,
    origin,
    shop,
    thief,
    authorize,
    async enter(parameters: Record<string, string> = {}) {
      const browser = createBrowser();
      await authorize(parameters, browser);
      const next = await signIn(browser, origin, { username: 'ada', password });
      const { address } = await browser.follow(next, origin);
      return { browser, answer: new URL(address).searchParams };
    },
    spend: (code: string | null, parameters: Record<string, string> = {}) =>
      askToken(origin, {
        grant_type: 'authorization_code',
        client_id: shop,
        redirect_uri: redirectUri,
        code: code ?? '',
        code_verifier: verifier,
        ...parameters,
      }),
    metadata: async () => (await call(`${origin}/oidc/.well-known/openid-configuration`)).body,
  };
};

export type Thieves = Awaited<ReturnType<typeof setUpThieves>>;
