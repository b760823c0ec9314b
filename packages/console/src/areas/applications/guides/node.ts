import {
  apiScope,
  bash,
  discoverWithOpenidClient,
  environment,
  type Guide,
  type GuideApi,
  resourceLine,
  resourceOption,
  snippet,
  step,
} from './guide.ts';

const orders = ({ url }: GuideApi) => `  '/orders': async (_, response, session) => {
    const headers = { Authorization: \`Bearer \${session.accessToken}\` };
    const answer = await fetch('${url}', { headers });
    // The API rejects the token. Sign in again to get a new one.
    if (answer.status === 401) return redirect(response, '/sign-in');
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(await answer.text());
  },
`;

export const guide: Guide = {
  redirectUri: 'http://localhost:3000/callback',
  signOutUri: 'http://localhost:3000/',
  startUrl: 'http://localhost:3000/sign-in',
  steps: values => [
    step('install', bash('npm install openid-client')),
    step('environment', environment(values)),
    step(
      'configure',
      snippet(
        'js',
        'auth.mjs',
        `import * as client from 'openid-client';

${discoverWithOpenidClient(values)}

/** Returns the sign-in URL and the values to keep until the callback. */
export const beginSignIn = async () => {
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: process.env.OIDC_REDIRECT_URI,
    scope: 'openid profile email${apiScope(values)}',${resourceLine(values, '    ')}
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  });
  return { url, verifier, state };
};

/** Exchanges the authorization code for tokens and returns the user. */
export const finishSignIn = async (query, { verifier, state }) => {
  const url = new URL(process.env.OIDC_REDIRECT_URI);
  url.search = query;
  const tokens = await client.authorizationCodeGrant(
    config,
    url,
    { pkceCodeVerifier: verifier, expectedState: state },${resourceOption(values, '    ')}
  );
  return {
    user: tokens.claims(),
    idToken: tokens.id_token,${values.api ? '\n    accessToken: tokens.access_token,' : ''}
  };
};

export const signOutUrl = idToken =>
  client.buildEndSessionUrl(config, {
    id_token_hint: idToken,
    post_logout_redirect_uri: '${values.signOutUri}',
  });
`,
      ),
    ),
    step(
      'server',
      snippet(
        'js',
        'server.mjs',
        `import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { beginSignIn, finishSignIn, signOutUrl } from './auth.mjs';

/** Use a shared session store if you run more than one process. */
const sessions = new Map();

/** A new session ID after sign-in prevents session fixation. */
const startSession = (response, values) => {
  const session = { ...values, id: randomUUID() };
  sessions.set(session.id, session);
  response.setHeader('Set-Cookie', \`sid=\${session.id}; HttpOnly; SameSite=Lax; Path=/\`);
  return session;
};

const sessionOf = (request, response) => {
  const id = /(?:^|; )sid=([^;]+)/.exec(request.headers.cookie ?? '')?.[1];
  return sessions.get(id) ?? startSession(response);
};

const redirect = (response, url) => response.writeHead(302, { Location: url.toString() }).end();

const routes = {
  '/': async (_, response, session) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ user: session.user ?? null }));
  },
  '/sign-in': async (_, response, session) => {
    const { url, ...pending } = await beginSignIn();
    session.pending = pending;
    redirect(response, url);
  },
  '${new URL(values.redirectUri).pathname}': async (url, response, session) => {
    const signedIn = await finishSignIn(url.search, session.pending ?? {});
    sessions.delete(session.id);
    startSession(response, signedIn);
    redirect(response, '/');
  },
${values.api ? orders(values.api) : ''}  '/sign-out': async (_, response, session) => {
    sessions.delete(session.id);
    redirect(response, signOutUrl(session.idToken));
  },
};

createServer(async (request, response) => {
  const url = new URL(request.url, 'http://localhost');
  const route = routes[url.pathname];
  if (!route) return response.writeHead(404).end();
  try {
    await route(url, response, sessionOf(request, response));
  } catch (error) {
    console.error(error);
    response.writeHead(500).end('Sign-in failed.');
  }
}).listen(process.env.PORT ?? 3000);
`,
      ),
    ),
    step('run', bash('node --env-file=.env server.mjs')),
  ],
};
