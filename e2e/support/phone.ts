import type { Page } from '@playwright/test';
import * as client from 'openid-client';

/** The settings that the app's side of the library passes on. */
type Settings = {
  issuer: string;
  redirectUrl: string;
  clientId: string;
  scopes: string[];
  parameters: Record<string, string>;
  insecure: boolean;
  refreshToken: string;
  idToken: string;
};

const discover = ({ issuer, clientId, insecure }: Settings) =>
  client.discovery(new URL(issuer), clientId, undefined, client.None(), {
    execute: insecure ? [client.allowInsecureRequests] : [],
  });

const tokensOf = (answer: client.TokenEndpointResponse) => ({
  accessToken: answer.access_token,
  idToken: answer.id_token,
  refreshToken: answer.refresh_token,
});

/**
 * Stands in for Android with the native half of react-native-app-auth, to an app in a page: speaks OpenID Connect by the
 * app's settings, shows addresses in the browser, and is given the addresses of the app's own scheme by it.
 */
export const bePhoneFor = async (page: Page) => {
  const showInBrowser = async (url: URL, back: string) => {
    const browser = await page.context().newPage();
    const returned = new Promise<URL>(resolve => {
      browser.on('response', answer => {
        const { location } = answer.headers();
        if (location?.startsWith(back)) resolve(new URL(location));
      });
    });
    // The browser may be sent back at once, and then shows nothing.
    browser.goto(url.href).catch(() => undefined);
    const address = await returned;
    await browser.close();
    return address;
  };

  const methods = {
    authorize: async (settings: Settings) => {
      const config = await discover(settings);
      const verifier = client.randomPKCECodeVerifier();
      const state = client.randomState();
      const nonce = client.randomNonce();
      const url = client.buildAuthorizationUrl(config, {
        ...settings.parameters,
        redirect_uri: settings.redirectUrl,
        scope: settings.scopes.join(' '),
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      });
      const address = await showInBrowser(url, settings.redirectUrl);
      const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce };
      const { prompt: _, ...parameters } = settings.parameters;
      return tokensOf(await client.authorizationCodeGrant(config, address, checks, parameters));
    },
    refresh: async (settings: Settings) =>
      tokensOf(
        await client.refreshTokenGrant(await discover(settings), settings.refreshToken, {
          ...settings.parameters,
          scope: settings.scopes.join(' '),
        }),
      ),
    logout: async ({ idToken, redirectUrl, parameters, ...settings }: Settings) => {
      const metadata = (await discover({ ...settings, clientId: '-' } as Settings)).serverMetadata();
      const query = { ...parameters, id_token_hint: idToken, post_logout_redirect_uri: redirectUrl };
      await showInBrowser(
        new URL(`${metadata.end_session_endpoint}?${new URLSearchParams(query)}`),
        redirectUrl,
      );
      return { idTokenHint: idToken };
    },
  };
  await page.exposeFunction('nativeAppAuth', (method: keyof typeof methods, settings: Settings) =>
    methods[method](settings),
  );
};
