import express from 'express';
import { auth } from 'express-openid-connect';
import session from 'express-session';
import { clientId, clientSecret, home, issuer, serve, sessionSecret } from './application.mjs';

/** The library asks for an ID token through the browser, unless it gets a secret and is told to ask for a code. */
const byCode = {
  clientSecret,
  authorizationParams: { response_type: 'code', scope: 'openid profile offline_access' },
};

const app = express();
app.use(
  auth({
    issuerBaseURL: issuer,
    baseURL: home,
    clientID: clientId,
    secret: sessionSecret,
    authRequired: false,
    idpLogout: true,
    backchannelLogout: { store: new session.MemoryStore() },
    routes: { login: '/sign-in', logout: '/sign-out' },
    ...(clientSecret ? byCode : {}),
  }),
);

app.get('/', async ({ oidc }, response) => {
  if (!oidc.isAuthenticated()) return response.json({ user: null });
  response.json({ user: oidc.idTokenClaims, userinfo: await oidc.fetchUserInfo() });
});

app.get('/refresh', async ({ oidc }, response) => {
  await oidc.accessToken.refresh();
  response.redirect('/');
});

serve(app);
