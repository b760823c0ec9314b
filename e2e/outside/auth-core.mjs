import { Readable } from 'node:stream';
import { Auth, skipCSRFCheck } from '@auth/core';
import express from 'express';
import { clientId, clientSecret, endSessionUrl, home, issuer, serve, sessionSecret } from './application.mjs';

const scope = 'openid profile offline_access';

/** As the guide of Auth.js shows it: the library leaves refreshing to the application. */
const refresh = async token => {
  const answer = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token.refreshToken }),
  });
  const tokens = await answer.json();
  if (!answer.ok) throw new Error(JSON.stringify(tokens));
  return {
    ...token,
    idToken: tokens.id_token,
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
  };
};

const config = {
  basePath: '/auth',
  secret: sessionSecret,
  trustHost: true,
  providers: [
    {
      id: 'gatehouse',
      name: 'Gatehouse',
      type: 'oidc',
      issuer,
      clientId,
      clientSecret,
      authorization: { params: { scope } },
    },
  ],
  callbacks: {
    jwt({ token, account, profile, trigger }) {
      if (trigger === 'update') return refresh(token);
      if (!account) return token;
      return {
        ...token,
        claims: profile,
        idToken: account.id_token,
        accessToken: account.access_token,
        refreshToken: account.refresh_token,
      };
    },
    session: ({ session, token: { claims, idToken, accessToken } }) => ({
      ...session,
      claims,
      idToken,
      accessToken,
    }),
  },
};

/** One action of the library, for the browser of a request. */
const act = ({ headers: { cookie = '' } }, path, form) => {
  const body = form && new URLSearchParams(form);
  const request = new Request(`${home}/auth/${path}`, {
    headers: { cookie },
    ...(body ? { method: 'POST', body } : {}),
  });
  return Auth(request, body ? { ...config, skipCSRFCheck } : config);
};

const pass = (answer, response) => {
  response.status(answer.status);
  for (const [name, value] of answer.headers) if (name !== 'set-cookie') response.set(name, value);
  response.append('set-cookie', answer.headers.getSetCookie());
  if (answer.body) Readable.fromWeb(answer.body).pipe(response);
  else response.end();
};

const sessionOf = async request => (await act(request, 'session')).json();

const app = express();

app.get('/', async (request, response) => {
  const session = await sessionOf(request);
  if (!session) return response.json({ user: null });
  const answer = await fetch(`${issuer}/me`, { headers: { authorization: `Bearer ${session.accessToken}` } });
  response.json({ user: session.claims, userinfo: await answer.json() });
});

app.get('/sign-in', async (request, response) =>
  pass(await act(request, 'signin/gatehouse', { callbackUrl: home }), response),
);

app.get('/auth/callback/gatehouse', async (request, response) =>
  pass(
    await Auth(new Request(`${home}${request.originalUrl}`, { headers: request.headers }), config),
    response,
  ),
);

app.get('/refresh', async (request, response) => {
  const answer = await act(request, 'session', {});
  response.append('set-cookie', answer.headers.getSetCookie());
  response.redirect('/');
});

app.get('/sign-out', async (request, response) => {
  const { idToken } = await sessionOf(request);
  const answer = await act(request, 'signout', { callbackUrl: home });
  response.append('set-cookie', answer.headers.getSetCookie());
  response.redirect(endSessionUrl(idToken));
});

serve(app);
