import express from 'express';
import session from 'express-session';
import { generators, Issuer } from 'openid-client-5';
import { clientId, clientSecret, home, issuer, serve, sessionOptions } from './application.mjs';

const provider = await Issuer.discover(issuer);
const redirectUri = `${home}/callback`;
const addresses = { redirect_uris: [redirectUri], post_logout_redirect_uris: [home] };
/** Registers itself, unless it was registered before. */
const client = clientId
  ? new provider.Client({ client_id: clientId, client_secret: clientSecret, ...addresses })
  : await provider.Client.register(addresses, { initialAccessToken: process.env.INITIAL_ACCESS_TOKEN });

const app = express();
app.use(session(sessionOptions));

app.get('/', async ({ session: { tokens } }, response) => {
  if (!tokens) return response.json({ user: null });
  response.json({ user: tokens.claims, userinfo: await client.userinfo(tokens.access) });
});

app.get('/sign-in', (request, response) => {
  const checks = {
    code_verifier: generators.codeVerifier(),
    state: generators.state(),
    nonce: generators.nonce(),
  };
  request.session.checks = checks;
  response.redirect(
    client.authorizationUrl({
      scope: 'openid profile offline_access',
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: generators.codeChallenge(checks.code_verifier),
      code_challenge_method: 'S256',
    }),
  );
});

const keep = (request, tokenSet) => {
  request.session.tokens = {
    claims: tokenSet.claims(),
    id: tokenSet.id_token,
    access: tokenSet.access_token,
    refresh: tokenSet.refresh_token,
  };
};

app.get('/callback', async (request, response) => {
  keep(request, await client.callback(redirectUri, client.callbackParams(request), request.session.checks));
  response.redirect('/');
});

app.get('/refresh', async (request, response) => {
  keep(request, await client.refresh(request.session.tokens.refresh));
  response.redirect('/');
});

app.get('/sign-out', (request, response) => {
  const { id } = request.session.tokens;
  request.session.destroy(() =>
    response.redirect(client.endSessionUrl({ id_token_hint: id, post_logout_redirect_uri: home })),
  );
});

serve(app);
