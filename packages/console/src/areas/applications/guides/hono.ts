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

const orders = ({ url }: GuideApi) =>
  snippet(
    'js',
    'server.mjs',
    `app.get('/orders', async c => {
  const headers = { Authorization: \`Bearer \${await read(c, 'token')}\` };
  const answer = await fetch('${url}', { headers });
  // The API rejects the token. Sign in again to get a new one.
  if (answer.status === 401) return c.redirect('/sign-in');
  return c.body(await answer.text(), answer.status, { 'Content-Type': 'application/json' });
});
`,
  );

export const guide: Guide = {
  redirectUri: 'http://localhost:3000/callback',
  signOutUri: 'http://localhost:3000/',
  startUrl: 'http://localhost:3000/sign-in',
  steps: values => [
    step('install', bash('npm install hono @hono/node-server openid-client')),
    step('environment', environment(values), bash(`echo "COOKIE_SECRET=$(openssl rand -base64 32)" >> .env`)),
    step(
      'configure',
      snippet(
        'js',
        'auth.mjs',
        `import * as client from 'openid-client';

${discoverWithOpenidClient(values)}

export { client };
`,
      ),
    ),
    step(
      'sign_in',
      snippet(
        'js',
        'server.mjs',
        `import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie';
import { client, config } from './auth.mjs';

const secret = process.env.COOKIE_SECRET;
const options = { httpOnly: true, sameSite: 'Lax', path: '/' };
const keep = (c, name, value) => setSignedCookie(c, name, JSON.stringify(value), secret, options);
const read = async (c, name) => JSON.parse((await getSignedCookie(c, secret, name)) || 'null');

const app = new Hono();

app.get('/sign-in', async c => {
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  await keep(c, 'pending', { verifier, state });
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: process.env.OIDC_REDIRECT_URI,
    scope: 'openid profile email${apiScope(values)}',${resourceLine(values, '    ')}
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  });
  return c.redirect(url.toString());
});

app.get('${new URL(values.redirectUri).pathname}', async c => {
  const pending = await read(c, 'pending');
  const url = new URL(process.env.OIDC_REDIRECT_URI);
  url.search = new URL(c.req.url).search;
  const tokens = await client.authorizationCodeGrant(
    config,
    url,
    { pkceCodeVerifier: pending?.verifier, expectedState: pending?.state },${resourceOption(values, '    ')}
  );
  deleteCookie(c, 'pending');
  const { sub, name, username, email } = tokens.claims();
  await keep(c, 'user', { sub, name, username, email });${
    values.api ? "\n  await keep(c, 'token', tokens.access_token);" : ''
  }
  return c.redirect('/');
});
`,
      ),
    ),
    step(
      'user',
      snippet(
        'js',
        'server.mjs',
        `app.get('/', async c => c.json({ user: await read(c, 'user') }));
`,
      ),
    ),
    ...(values.api ? [step('your_api', orders(values.api))] : []),
    step(
      'sign_out',
      snippet(
        'js',
        'server.mjs',
        `app.get('/sign-out', c => {
  deleteCookie(c, 'user');${values.api ? "\n  deleteCookie(c, 'token');" : ''}
  const url = client.buildEndSessionUrl(config, { post_logout_redirect_uri: '${values.signOutUri}' });
  return c.redirect(url.toString());
});

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) });
`,
      ),
    ),
    step('run', bash('node --env-file=.env server.mjs')),
  ],
};
