/** What a deployment tells each application here: who signs its users in, and where it is. */
const { ISSUER, CLIENT_ID, CLIENT_SECRET, PORT } = process.env;

export const issuer = ISSUER;
export const clientId = CLIENT_ID;
export const clientSecret = CLIENT_SECRET;
export const home = `http://localhost:${PORT}`;
export const sessionSecret = 'a secret of this application alone';

/** The session of an application is in memory, under a name of its own. */
export const sessionOptions = { secret: sessionSecret, resave: false, saveUninitialized: false };

/** Where users sign out at the provider, to come back home. */
export const endSessionUrl = idToken => {
  const query = new URLSearchParams({
    client_id: clientId,
    id_token_hint: idToken,
    post_logout_redirect_uri: home,
  });
  return `${issuer}/session/end?${query}`;
};

/** Errors are shown as they are, because only a test reads them. */
export const serve = app => {
  app.use((error, _request, response, _next) => {
    response.status(500).send(error.stack);
  });
  app.listen(PORT, () => process.send('ready'));
};
