import { createHash, randomBytes } from 'node:crypto';
import {
  allScope,
  cloudAudience,
  consoleApplicationId,
  meAudience,
  organizationRolesScope,
  organizationsScope,
} from '@gatehouse/contract/dialect.ts';
import { cloudScopes, tenantPermissions } from '@gatehouse/contract/scopes.ts';
import { type APIRequestContext, type BrowserContext, expect } from '@playwright/test';
import type { Product } from './product.ts';

const scopes = [
  'openid offline_access profile email phone identities custom_data',
  allScope,
  organizationsScope,
  organizationRolesScope,
  ...tenantPermissions,
  ...cloudScopes.slice(0, 2),
];

/**
 * Signs a browser in to the console of the cloud without opening a page: by the requests that the pages would send.
 * `prepare` makes, with a token for the cloud API, what the person is to have; the console then holds tokens that know
 * of it.
 */
export const signInToConsole = async (
  context: BrowserContext,
  { adminEndpoint, console }: Product,
  person: { email: string; password: string },
  prepare: (token: string) => Promise<void> = async () => undefined,
) => {
  const { request } = context;
  const redirectUri = `${console}/callback`;
  const verifier = randomBytes(32).toString('base64url');
  const asked = new URLSearchParams({
    client_id: consoleApplicationId,
    redirect_uri: redirectUri,
    response_type: 'code',
    prompt: 'consent',
    scope: scopes.join(' '),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  for (const resource of [cloudAudience, meAudience]) asked.append('resource', resource);
  await follow(request, `${adminEndpoint}/oidc/auth?${asked}`, redirectUri);
  const callback = await follow(request, await identify(request, adminEndpoint, person), redirectUri);
  const exchange = async (fields: Record<string, string>) => {
    const answer = await request.post(`${adminEndpoint}/oidc/token`, {
      form: { client_id: consoleApplicationId, ...fields },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
  const first = await exchange({
    grant_type: 'authorization_code',
    redirect_uri: redirectUri,
    code: new URL(callback).searchParams.get('code') ?? '',
    code_verifier: verifier,
    resource: cloudAudience,
  });
  await prepare(first.access_token);
  const { id_token, refresh_token } = await exchange({
    grant_type: 'refresh_token',
    refresh_token: first.refresh_token,
  });
  await context.addInitScript(
    ({ origin, key, kept }) => {
      if (window.location.origin !== origin || localStorage.getItem('e2e:signed-in')) return;
      localStorage.setItem('e2e:signed-in', 'yes');
      for (const [name, value] of Object.entries(kept)) localStorage.setItem(`${key}:${name}`, value);
    },
    {
      origin: new URL(console).origin,
      key: `logto:${consoleApplicationId}`,
      kept: { idToken: id_token, refreshToken: refresh_token },
    },
  );
};

/** Up to the first page that is no redirect, or to where the console takes over. */
const follow = async (request: APIRequestContext, start: string, end: string): Promise<string> => {
  if (start.startsWith(end)) return start;
  const answer = await request.get(start, { maxRedirects: 0 });
  const { location } = answer.headers();
  return location ? follow(request, new URL(location, start).href, end) : start;
};

/** Does what the sign-in page does with an email and a password, and returns where to continue. */
const identify = async (
  request: APIRequestContext,
  endpoint: string,
  { email, password }: { email: string; password: string },
): Promise<string> => {
  const step = async (method: string, path: string, data?: object) => {
    const answer = await request.fetch(`${endpoint}/api/experience${path}`, { method, data });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return answer.status() === 204 ? {} : answer.json();
  };
  await step('PUT', '', { interactionEvent: 'SignIn' });
  const { verificationId } = await step('POST', '/verification/password', {
    identifier: { type: 'email', value: email },
    password,
  });
  await step('POST', '/identification', { verificationId });
  const { redirectTo } = await step('POST', '/submit');
  return redirectTo;
};
