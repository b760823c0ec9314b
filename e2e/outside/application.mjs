/** Settings each application gets from its deployment: the issuer, its credentials and its port. */
const { ISSUER, CLIENT_ID, CLIENT_SECRET, PORT } = process.env;

export const issuer = ISSUER;
export const clientId = CLIENT_ID;
export const clientSecret = CLIENT_SECRET;
export const home = `http://localhost:${PORT}`;
export const sessionSecret = 'a secret of this application alone';

/** A test that is cut off does not stop its applications. */
process.once('disconnect', () => process.exit());

/** The session of an application is in memory, under a name of its own. */
export const sessionOptions = { secret: sessionSecret, resave: false, saveUninitialized: false };

/** The URL that signs users out at the provider and returns them to the home page. */
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
