import {
  cloudAudience,
  consoleApplicationId,
  managementAudience,
  meAudience,
} from '@gatehouse/contract/dialect.ts';
import { cloudScopes, tenantPermissions } from '@gatehouse/contract/scopes.ts';
import * as openid from 'openid-client';
import type { TestApp } from './app.ts';
import { createBrowser, signIn } from './browser.ts';

export const administrator = { username: 'root', password: 'correct horse battery' };

const scopes = [
  'openid',
  'offline_access',
  'profile',
  'email',
  'identities',
  'custom_data',
  'urn:logto:scope:organizations',
  'urn:logto:scope:organization_roles',
  'all',
  ...tenantPermissions,
  ...cloudScopes,
].join(' ');

/** Signs in to the console as the published SDK does: an ordinary client of the admin tenant. */
export const signInToConsole = async ({ env }: TestApp, user = administrator) => {
  const isCloud = env.GATEHOUSE_EDITION === 'cloud';
  const config = await openid.discovery(
    new URL(`${env.ADMIN_ENDPOINT}/oidc`),
    consoleApplicationId,
    undefined,
    openid.None(),
    { execute: [openid.allowInsecureRequests] },
  );
  const verifier = openid.randomPKCECodeVerifier();
  const parameters = new URLSearchParams({
    redirect_uri: `${env.ADMIN_ENDPOINT}${isCloud ? '' : '/console'}/callback`,
    scope: scopes,
    prompt: 'login consent',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const own = isCloud ? [] : [managementAudience('default')];
  for (const resource of [...own, cloudAudience, meAudience]) parameters.append('resource', resource);
  const browser = createBrowser();
  const url = openid.buildAuthorizationUrl(config, parameters);
  const page = await browser.follow(url.href, env.ADMIN_ENDPOINT);
  if (!page.address.includes('/sign-in?')) throw new Error(`No sign-in page but ${page.address}.`);
  let address = await signIn(browser, env.ADMIN_ENDPOINT, user);
  while (!address.includes('/callback?')) {
    const { location } = await browser.send(address);
    if (!location) throw new Error(`The sign-in ended at ${address}.`);
    address = new URL(location, address).href;
  }
  const tokens = await openid.authorizationCodeGrant(config, new URL(address), {
    pkceCodeVerifier: verifier,
  });
  let refreshToken = tokens.refresh_token ?? '';
  return {
    claims: tokens.claims(),
    /** The browser leaves the session, and the tokens are left behind. */
    async signOut() {
      const end = `${env.ADMIN_ENDPOINT}/oidc/session/end?id_token_hint=${tokens.id_token}`;
      const { text } = await browser.send(end);
      const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(text) ?? [];
      await browser.send(`${env.ADMIN_ENDPOINT}/oidc/session/end/confirm`, {
        method: 'POST',
        body: new URLSearchParams({ xsrf, logout: 'yes' }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    },
    /** A token for one of the resources, or for an organization. */
    async token(target: ({ resource: string } | { organization_id: string }) & { scope?: string }) {
      const refreshed = await openid.refreshTokenGrant(config, refreshToken, target);
      refreshToken = refreshed.refresh_token ?? refreshToken;
      return refreshed.access_token;
    },
  };
};
