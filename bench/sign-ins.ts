import { setTimeout } from 'node:timers/promises';
import type { Product } from '../e2e/support/product.ts';
import { createBrowser, signIn } from '../packages/server/src/http/testing/browser.ts';
import { requestToken } from './client.ts';
import { measureLoad } from './load.ts';
import { processorTime } from './process.ts';

type Manage = (method: string, path: string, body: unknown) => Promise<{ id: string }>;
type Request = Parameters<typeof requestToken>[0];

const seconds = 8;
/** A server that has just started has compiled nothing yet. */
const warmUpSeconds = 12;
const visitors = 16;
const redirectUri = 'https://bench.example/callback';
/** The pair of RFC 7636 appendix B. */
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const person = { username: 'bench_visitor', password: 'violet harbour 42' };

/** Measures the load of users: a password sign-in from the first redirect to the tokens, and their refresh. */
export const measureSignIns = async (product: Product, manage: Manage, tokenRequest: Request) => {
  const { id: userId } = await manage('POST', '/users', person);
  const application = await manage('POST', '/applications', {
    name: 'Bench',
    type: 'Traditional',
    oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
    customClientMetadata: { alwaysIssueRefreshToken: true },
  });
  const [secret] = (await manage('GET', `/applications/${application.id}/secrets`, undefined)) as unknown as {
    value: string;
  }[];
  const client = { id: application.id, secret: secret?.value ?? '' };
  const { refresh_token: token } = await visit(product, client);
  const headers = {
    authorization: `Bearer ${await requestToken(tokenRequest)}`,
    'content-type': 'application/json',
  };
  const checkPassword = async () => {
    const url = `${product.tenantEndpoint}/api/users/${userId}/password/verify`;
    const response = await fetch(url, { method: 'POST', headers, body: '{"password":"wrong"}' });
    await response.arrayBuffer();
    return response;
  };
  return {
    passwordSignIns: await measureVisits(product, client),
    refreshes: await measureLoad(
      exchange(product, client, { grant_type: 'refresh_token', refresh_token: token }),
      10,
    ),
    tokensWhileHashing: await whileHashing(checkPassword, () => measureLoad(tokenRequest, 10)),
  };
};

type Client = { id: string; secret: string };

const exchange = ({ tenantEndpoint }: Product, { id, secret }: Client, fields: Record<string, string>) => ({
  url: `${tenantEndpoint}/oidc/token`,
  method: 'POST' as const,
  headers: {
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
  },
  body: new URLSearchParams(fields).toString(),
});

/** One person with their own browser, from the application and back to it. */
const visit = async (product: Product, client: Client): Promise<{ refresh_token: string }> => {
  const { tenantEndpoint } = product;
  const browser = createBrowser();
  const query = new URLSearchParams({
    client_id: client.id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid profile',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  await browser.follow(`${tenantEndpoint}/oidc/auth?${query}`, tenantEndpoint);
  const next = await signIn(browser, tenantEndpoint, person);
  const { address } = await browser.follow(next, tenantEndpoint);
  const code = new URL(address).searchParams.get('code') ?? '';
  const { url, ...request } = exchange(product, client, {
    grant_type: 'authorization_code',
    redirect_uri: redirectUri,
    code_verifier: verifier,
    code,
  });
  const response = await fetch(url, request);
  if (!response.ok) throw new Error(`No tokens: ${await response.text()}`);
  return (await response.json()) as { refresh_token: string };
};

/** `serverMilliseconds` is the server's own processor time for one of them, without the database and the visitors. */
const measureVisits = async (product: Product, client: Client) => {
  await repeat(warmUpSeconds, () => visit(product, client));
  const before = await processorTime(product);
  const start = performance.now();
  const times = await repeat(seconds, () => visit(product, client));
  const elapsed = (performance.now() - start) / 1000;
  const used = (await processorTime(product)) - before;
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
  return {
    visitors,
    perSecond: Number((times.length / elapsed).toFixed(1)),
    serverMilliseconds: Number((used / times.length).toFixed(1)),
    p50: at(0.5),
    p99: at(0.99),
  };
};

/** The same over and over by several at once; how long each took. */
const repeat = async (forSeconds: number, work: () => Promise<unknown>) => {
  const times: number[] = [];
  const start = performance.now();
  const goOn = async () => {
    while (performance.now() - start < forSeconds * 1000) {
      const begun = performance.now();
      await work();
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: visitors }, goOn));
  return times;
};

/**
 * More password checks than the queue takes, while the work lasts; refused clients retry after the time they were
 * given.
 */
const whileHashing = async <T>(check: () => Promise<Response>, work: () => Promise<T>): Promise<T> => {
  const over = new AbortController();
  const hash = async () => {
    while (!over.signal.aborted) {
      const { headers } = await check();
      const seconds = Number(headers.get('retry-after') ?? 0);
      await setTimeout(seconds * 1000, undefined, { signal: over.signal }).catch(() => undefined);
    }
  };
  const hashing = Array.from({ length: 250 }, hash);
  try {
    return await work();
  } finally {
    over.abort();
    await Promise.all(hashing);
  }
};
