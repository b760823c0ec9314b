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
    `app.get('/orders', requireUser, async (request, response) => {
  const answer = await fetch('${url}', {
    headers: { Authorization: \`Bearer \${request.session.accessToken}\` },
  });
  // The API rejects the token. Sign in again to get a new one.
  if (answer.status === 401) return response.redirect('/sign-in');
  response.status(answer.status).type('json').send(await answer.text());
});
`,
  );

export const guide: Guide = {
  redirectUri: 'http://localhost:3000/callback',
  signOutUri: 'http://localhost:3000/',
  startUrl: 'http://localhost:3000/sign-in',
  steps: values => [
    step('install', bash('npm install express express-session openid-client')),
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
      'sign_in',
      snippet(
        'js',
        'server.mjs',
        `import express from 'express';
import session from 'express-session';
import { client, config } from './auth.mjs';

const app = express();
app.use(
  session({
    secret: process.env.SESSION_SECRET ?? crypto.randomUUID(),
    resave: false,
    saveUninitialized: false,
    cookie: { httpOnly: true, sameSite: 'lax' },
  }),
);

app.get('/sign-in', async (request, response) => {
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  request.session.pending = { verifier, state };
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: process.env.OIDC_REDIRECT_URI,
    scope: 'openid profile email${apiScope(values)}',${resourceLine(values, '    ')}
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  });
  response.redirect(url.toString());
});

app.get('${new URL(values.redirectUri).pathname}', async (request, response) => {
  const { verifier, state } = request.session.pending ?? {};
  const tokens = await client.authorizationCodeGrant(
    config,
    new URL(request.originalUrl, process.env.OIDC_REDIRECT_URI),
    { pkceCodeVerifier: verifier, expectedState: state },${resourceOption(values, '    ')}
  );
  request.session.regenerate(() => {
    request.session.user = tokens.claims();
    request.session.idToken = tokens.id_token;${
      values.api ? '\n    request.session.accessToken = tokens.access_token;' : ''
    }
    response.redirect('/');
  });
});
`,
      ),
    ),
    step(
      'user',
      snippet(
        'js',
        'server.mjs',
        `const requireUser = (request, response, next) =>
  request.session.user ? next() : response.redirect('/sign-in');

app.get('/', (request, response) => response.json({ user: request.session.user ?? null }));
app.get('/private', requireUser, (request, response) => {
  const { name, username } = request.session.user;
  response.send(\`Hello \${name ?? username}\`);
});
`,
      ),
    ),
    ...(values.api ? [step('your_api', orders(values.api))] : []),
    step(
      'sign_out',
      snippet(
        'js',
        'server.mjs',
        `app.get('/sign-out', (request, response) => {
  const url = client.buildEndSessionUrl(config, {
    id_token_hint: request.session.idToken,
    post_logout_redirect_uri: '${values.signOutUri}',
  });
  request.session.destroy(() => response.redirect(url.toString()));
});

app.listen(process.env.PORT ?? 3000);
`,
      ),
    ),
    step('run', bash('node --env-file=.env server.mjs')),
  ],
};
