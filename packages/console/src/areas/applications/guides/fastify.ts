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

const orders = ({ url }: GuideApi) => `server.get('/orders', async ({ session }, reply) => {
  const answer = await fetch('${url}', { headers: { Authorization: \`Bearer \${session.accessToken}\` } });
  // The API rejects the token. Sign in again to get a new one.
  if (answer.status === 401) return reply.redirect('/sign-in');
  return reply.code(answer.status).type('application/json').send(await answer.text());
});

`;

export const guide: Guide = {
  redirectUri: 'http://localhost:3000/callback',
  signOutUri: 'http://localhost:3000/',
  startUrl: 'http://localhost:3000/sign-in',
  steps: values => [
    step('install', bash('npm install fastify openid-client')),
    step('environment', environment(values)),
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
      'server',
      snippet(
        'js',
        'server.mjs',
        `import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { client, config } from './auth.mjs';

const server = Fastify();

/** Use a shared session store if you run more than one process. */
const sessions = new Map();

/** A new session ID after sign-in prevents session fixation. */
const startSession = (reply, values) => {
  const session = { ...values, id: randomUUID() };
  sessions.set(session.id, session);
  reply.header('Set-Cookie', \`sid=\${session.id}; HttpOnly; SameSite=Lax; Path=/\`);
  return session;
};

server.decorateRequest('session', null);
server.addHook('onRequest', async (request, reply) => {
  const id = /(?:^|; )sid=([^;]+)/.exec(request.headers.cookie ?? '')?.[1];
  request.session = sessions.get(id) ?? startSession(reply);
});

server.get('/', async ({ session }) => ({ user: session.user ?? null }));

server.get('/sign-in', async ({ session }, reply) => {
  session.verifier = client.randomPKCECodeVerifier();
  session.state = client.randomState();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: process.env.OIDC_REDIRECT_URI,
    scope: 'openid profile email${apiScope(values)}',${resourceLine(values, '    ')}
    code_challenge: await client.calculatePKCECodeChallenge(session.verifier),
    code_challenge_method: 'S256',
    state: session.state,
  });
  return reply.redirect(url.toString());
});

server.get('${new URL(values.redirectUri).pathname}', async ({ session, url }, reply) => {
  const tokens = await client.authorizationCodeGrant(
    config,
    new URL(url, process.env.OIDC_REDIRECT_URI),
    { pkceCodeVerifier: session.verifier, expectedState: session.state },${resourceOption(values, '    ')}
  );
  sessions.delete(session.id);
  startSession(reply, {
    user: tokens.claims(),
    idToken: tokens.id_token,${values.api ? '\n    accessToken: tokens.access_token,' : ''}
  });
  return reply.redirect('/');
});

${values.api ? orders(values.api) : ''}server.get('/sign-out', async ({ session }, reply) => {
  const url = client.buildEndSessionUrl(config, {
    id_token_hint: session.idToken,
    post_logout_redirect_uri: '${values.signOutUri}',
  });
  sessions.delete(session.id);
  return reply.redirect(url.toString());
});

await server.listen({ port: Number(process.env.PORT ?? 3000) });
`,
      ),
    ),
    step('run', bash('node --env-file=.env server.mjs')),
  ],
};
