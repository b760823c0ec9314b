import * as openid from 'openid-client';
import type { Write } from '../../database/database.ts';
import type { TestApp } from '../../http/testing/app.ts';
import { createBrowser, registerUser } from '../../http/testing/browser.ts';

export const redirectUri = 'https://app.example/callback';
const password = 'correct horse battery';

type Application = { id: string; type: string; secrets: { value: string }[] };

/** Applications, and people who sign in to them. */
export const createPeople = (app: TestApp) => {
  const origin = app.env.ENDPOINT;

  const discover = (clientId: string, authentication: openid.ClientAuth = openid.None()) =>
    openid.discovery(new URL(`${origin}/oidc`), clientId, undefined, authentication, {
      execute: [openid.allowInsecureRequests],
    });

  return {
    /** Rows that have no API in this test. */
    write: <T>(work: (tx: Write) => Promise<T>) =>
      app.database
        .tenant('default')
        .write(
          { actor: { kind: 'system', id: 'test' }, requestId: 'test', via: { method: 'TEST', path: '/' } },
          work,
        ),
    discover,
    async createApplication(fields: Record<string, unknown>) {
      const { body } = await app.manage('POST', '/applications', {
        oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
        ...fields,
      });
      if (['SPA', 'Native'].includes(body.type)) return { ...(body as Application), secret: '' };
      const secrets = await app.manage('GET', `/applications/${body.id}/secrets`);
      return { ...(body as Application), secret: secrets.body[0].value as string };
    },
    /** A new user signs in to a client and comes back with tokens. */
    async register(
      client: openid.Configuration,
      username: string,
      parameters: Record<string, string | string[]> = {},
      options: { push?: boolean; dpop?: openid.DPoPHandle } = {},
    ) {
      const browser = createBrowser();
      const verifier = openid.randomPKCECodeVerifier();
      const query = new URLSearchParams({
        redirect_uri: redirectUri,
        scope: 'openid profile offline_access',
        prompt: 'consent',
        first_screen: 'register',
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      for (const [name, values] of Object.entries(parameters)) {
        query.delete(name);
        for (const value of [values].flat()) query.append(name, value);
      }
      const url = options.push
        ? await openid.buildAuthorizationUrlWithPAR(client, query, { DPoP: options.dpop })
        : openid.buildAuthorizationUrl(client, query);
      await browser.follow(url.href, origin);
      const next = await registerUser(browser, origin, { username, password });
      const page = await browser.follow(next, origin);
      const complete = (address: string, tokenParameters?: Record<string, string>) =>
        openid.authorizationCodeGrant(
          client,
          new URL(address),
          { pkceCodeVerifier: verifier },
          tokenParameters,
          { DPoP: options.dpop },
        );
      if (!page.address.startsWith(redirectUri)) return { browser, page, complete };
      const tokens = await complete(page.address);
      return { browser, page, complete, tokens, userId: tokens.claims()?.sub ?? '' };
    },
  };
};

export type People = ReturnType<typeof createPeople>;
