import { createHash, timingSafeEqual } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { generateState } from '@gatehouse/contract/ids.ts';
import { z } from 'zod';
import { clientAddressOf } from '../http/forwarded.ts';
import { signInOfToken } from '../oidc/accounts.ts';
import { signInIdOfCode } from '../oidc/sign-in-id.ts';
import { spendCode } from '../oidc/spend-code.ts';
import { noteToken } from '../oidc/watch.ts';
import { RequestError } from '../request-error.ts';
import type { Services } from '../services.ts';
import { cookieOf, printCookie } from './cookies.ts';
import { callbackPath, type Visit } from './visit.ts';
import { type SiteSession, scopesOf } from './visitors.ts';

const signInSeconds = 60 * 60;
const longestReturn = 2000;

/** Travels through the provider as `state`, sealed. It counts only in the browser that began, once, and for an hour. */
const attempt = z.object({
  kind: z.literal('site-sign-in'),
  applicationId: z.string(),
  address: z.string(),
  browser: z.string(),
  verifier: z.string(),
  nonce: z.string(),
  returnTo: z.string(),
  expiresAt: z.number(),
});

const hash = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Sends the browser to the sign-in pages; it comes back to the very address that it asked for, always by GET. */
export const beginSignIn = ({ vault, now }: Services, visit: Visit, response: ServerResponse) => {
  const { site, tenant, address, request } = visit;
  const browser = cookieOf(request, address, 'browser') ?? generateState(32);
  const url = request.url ?? '/';
  const kept: z.infer<typeof attempt> = {
    kind: 'site-sign-in',
    applicationId: site.applicationId,
    address: address.origin,
    browser: hash(browser),
    verifier: generateState(64),
    nonce: generateState(32),
    returnTo: url.length > longestReturn ? '/' : url,
    expiresAt: now() + signInSeconds * 1000,
  };
  const query = new URLSearchParams({
    client_id: site.applicationId,
    redirect_uri: `${address.origin}${callbackPath}`,
    response_type: 'code',
    scope: scopesOf(site).join(' '),
    state: vault.seal(JSON.stringify(kept)),
    nonce: kept.nonce,
    code_challenge: hash(kept.verifier),
    code_challenge_method: 'S256',
  });
  redirect(response, `${tenant.issuer}/auth?${query}`, [
    printCookie(address, 'browser', browser, signInSeconds),
  ]);
};

/** The browser comes back from the sign-in pages. */
export const finishSignIn = async (services: Services, visit: Visit, response: ServerResponse) => {
  const { site, tenant, address, request } = visit;
  const answer = new URL(request.url ?? '/', address).searchParams;
  const kept = readAttempt(services, visit, answer.get('state') ?? '');
  const value = answer.get('code');
  if (value === null)
    throw new RequestError('site.sign_in_failed', { cause: new Error(answer.get('error') ?? 'no code') });
  const provider = await services.providers.of(tenant);
  const { code, user } = await spendCode(tenant, provider, value, site.applicationId);
  const { sessionUid, atSeconds } = signInOfToken(code);
  const isOurs =
    code.redirectUri === `${address.origin}${callbackPath}` &&
    code.codeChallenge === hash(kept.verifier) &&
    code.nonce === kept.nonce;
  if (!isOurs || !code.grantId) throw new RequestError('site.sign_in_failed');
  noteToken(tenant.id, services, {
    grantType: 'authorization_code',
    tokenTypes: ['IdToken'],
    ip: clientAddressOf(request),
    userAgent: request.headers['user-agent'] ?? '',
    applicationId: site.applicationId,
    userId: user.id,
    signInId: signInIdOfCode(code),
    scope: scopesOf(site).join(' '),
  });
  const session: SiteSession = {
    kind: 'site-session',
    applicationId: site.applicationId,
    grantId: code.grantId,
    userId: user.id,
    startedAt: services.now(),
    sessionUid,
    signedInAt: atSeconds,
  };
  const sealed = services.vault.seal(JSON.stringify(session));
  redirect(response, `${address.origin}${kept.returnTo}`, [
    printCookie(address, 'session', sealed, site.settings.sessionDuration),
  ]);
};

/** Ends the session here and at the provider, which leads back to the site. */
export const signOut = ({ site, tenant, address }: Visit, response: ServerResponse) => {
  const query = new URLSearchParams({
    client_id: site.applicationId,
    post_logout_redirect_uri: `${address.origin}/`,
  });
  redirect(response, `${tenant.issuer}/session/end?${query}`, [printCookie(address, 'session', '', 0)]);
};

const readAttempt = ({ vault, now }: Services, { request, site, address }: Visit, state: string) => {
  try {
    const kept = attempt.parse(JSON.parse(vault.open(state)));
    const browser = hash(cookieOf(request, address, 'browser') ?? '');
    const isOurs =
      kept.applicationId === site.applicationId &&
      kept.address === address.origin &&
      kept.expiresAt > now() &&
      timingSafeEqual(Buffer.from(kept.browser), Buffer.from(browser));
    if (isOurs) return kept;
  } catch (cause) {
    throw new RequestError('site.sign_in_failed', { cause });
  }
  throw new RequestError('site.sign_in_failed');
};

const redirect = (response: ServerResponse, location: string, cookies: string[]) => {
  response.writeHead(303, { location, 'set-cookie': cookies, 'cache-control': 'no-store' });
  response.end();
};
