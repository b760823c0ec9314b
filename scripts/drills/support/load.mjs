import { setTimeout as pause } from 'node:timers/promises';
import { call, requestToken } from '../../../packages/server/src/http/testing/app.ts';
import { createBrowser, signIn } from '../../../packages/server/src/http/testing/browser.ts';
import { longestGap } from './figures.mjs';
import { until } from './programs.mjs';

const redirectUri = 'https://drill.example/callback';
/** The pair of RFC 7636 appendix B. */
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const person = { username: 'drill_visitor', password: 'violet harbor 42' };

const writers = 4;
const machines = 2;
const visitors = 1;
/** How many requests are in flight at most. */
export const clients = writers + machines + visitors;
/** After a refusal a client waits; without it a dead server would be asked thousands of times a second. */
const afterFailureMs = 50;
/** People do not sign in one after the other; hashing passwords must not be all that the machine does. */
const betweenSignInsMs = 250;

/** What one person does: from the application through the sign-in pages and back, with tokens at the end. */
const signInOnce = async (endpoint, application) => {
  const browser = createBrowser();
  const query = new URLSearchParams({
    client_id: application.id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid profile',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  await browser.follow(`${endpoint}/oidc/auth?${query}`, endpoint);
  const next = await signIn(browser, endpoint, person);
  const { address } = await browser.follow(next, endpoint);
  return exchange(endpoint, application, {
    grant_type: 'authorization_code',
    redirect_uri: redirectUri,
    code_verifier: verifier,
    code: new URL(address).searchParams.get('code') ?? '',
  });
};

const exchange = async (endpoint, { id, secret }, fields) => {
  const response = await fetch(`${endpoint}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
    body: new URLSearchParams(fields),
  });
  const body = await response.json();
  if (!response.ok || !body.refresh_token) throw new Error(`No tokens: ${response.status}`);
  return body.refresh_token;
};

/** Makes what the load needs: a client with a token for the management API, a user, and an application to sign in to. */
const prepare = async product => {
  const { endpoint } = product;
  const client = JSON.parse(await product.command('m2m', 'create', '--name', 'Drill', '--json'));
  const { access_token: token } = await requestToken(endpoint, client, { scope: 'all' });
  const manage = (method, path, body) => call(`${endpoint}/api${path}`, { method, body, token });
  await manage('POST', '/users', person);
  const { body: application } = await manage('POST', '/applications', {
    name: 'Drill',
    type: 'Traditional',
    oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
    customClientMetadata: { alwaysIssueRefreshToken: true },
  });
  const { body: secrets } = await manage('GET', `/applications/${application.id}/secrets`);
  return { endpoint, client, manage, application: { id: application.id, secret: secrets[0].value } };
};

/**
 * Load as it comes from clients: users created and renamed over the management API, tokens for machines, and whole sign-ins.
 * Everything that was acknowledged is kept, to be looked for at the end.
 */
export const startLoad = async (context, product) => {
  const { endpoint, client, manage, application } = await prepare(product);
  /** The last acknowledged name of each user, by the user's ID. */
  const users = new Map();
  const refreshTokens = [];
  const failures = [];
  const times = { write: [], token: [], signIn: [] };
  let isOver = false;
  let round = 0;

  const attempt = async (kind, work) => {
    const startedAt = performance.now();
    try {
      await work();
      times[kind].push(performance.now());
      return true;
    } catch (error) {
      const now = performance.now();
      failures.push({ kind, at: now, seconds: (now - startedAt) / 1000, status: error.status ?? 0 });
      await pause(afterFailureMs);
      return false;
    }
  };
  const expectOk = answer => {
    if (answer.status !== 200) throw Object.assign(new Error('refused'), { status: answer.status });
    return answer.body;
  };
  const loops = {
    async write() {
      round += 1;
      const name = `Name ${round}`;
      let id;
      const isCreated = await attempt('write', async () => {
        ({ id } = expectOk(await manage('POST', '/users', { username: `user_${round}_${Date.now()}` })));
        users.set(id, null);
      });
      if (!isCreated) return;
      // A rename without an answer may have happened or not: then either name is right.
      users.set(id, undefined);
      const isRenamed = await attempt('write', async () => {
        expectOk(await manage('PATCH', `/users/${id}`, { name }));
      });
      if (isRenamed) users.set(id, name);
    },
    token: () =>
      attempt('token', async () => expectOk(await requestToken(endpoint, client, { scope: 'all' }))),
    async signIn() {
      await attempt('signIn', async () => refreshTokens.push(await signInOnce(endpoint, application)));
      await pause(betweenSignInsMs);
    },
  };
  const repeat = async loop => {
    while (!isOver) await loop();
  };
  const startedAt = performance.now();
  const running = [
    ...Array.from({ length: writers }, () => repeat(loops.write)),
    ...Array.from({ length: machines }, () => repeat(loops.token)),
    ...Array.from({ length: visitors }, () => repeat(loops.signIn)),
  ];

  const stop = async () => {
    isOver = true;
    await Promise.all(running);
  };
  context.defer(() => {
    isOver = true;
  });

  /** The names of all users that are there now, by ID. */
  const findUsers = async () => {
    const found = new Map();
    for (let page = 1; ; page += 1) {
      const answer = await manage('GET', `/users?page=${page}&page_size=100`);
      const body = expectOk(answer);
      for (const user of body) found.set(user.id, user.name ?? null);
      if (body.length < 100) return found;
    }
  };

  return {
    manage,
    failures,
    /** When each acknowledged request of a kind was answered. */
    times,
    users,
    findUsers,
    signIn: () => signInOnce(endpoint, application),
    /** Waits until this many more writes are acknowledged, and as many sign-ins as said. */
    async acknowledge(writes, { signIns = 0, seconds = 300 } = {}) {
      const goal = { write: times.write.length + writes, signIn: times.signIn.length + signIns };
      await until(
        `${writes} more writes and ${signIns} more sign-ins are acknowledged`,
        () => times.write.length >= goal.write && times.signIn.length >= goal.signIn,
        { seconds },
      );
    },
    stop,
    /** Looks for all that was acknowledged, and says how long nothing was. Ends the load. */
    async result({ from = startedAt, to } = {}) {
      const endedAt = to ?? performance.now();
      await stop();
      const found = await findUsers();
      let lost = 0;
      for (const [id, name] of users)
        if (!found.has(id) || (name !== undefined && found.get(id) !== name)) lost += 1;
      for (const token of refreshTokens) {
        const fields = { grant_type: 'refresh_token', refresh_token: token };
        await exchange(endpoint, application, fields).catch(() => {
          lost += 1;
        });
      }
      return {
        acknowledged: times.write.length + refreshTokens.length,
        lost,
        secondsOut: longestGap(times.write, from, endedAt),
        signIns: refreshTokens.length,
        signInsOut: longestGap(times.signIn, from, endedAt),
        refused: failures.length,
      };
    },
  };
};
