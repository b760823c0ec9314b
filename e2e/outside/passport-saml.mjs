import { Strategy as SamlStrategy } from '@node-saml/passport-saml';
import express from 'express';
import session from 'express-session';
import passport from 'passport';
import { home, issuer, serve, sessionOptions } from './application.mjs';

const { SIGN_IN_URL, LOGOUT_URL, CERTIFICATE, PRIVATE_KEY } = process.env;

passport.serializeUser((user, done) => done(null, user));
passport.deserializeUser((user, done) => done(null, user));

const keep = ({ nameID, nameIDFormat, sessionIndex, attributes }) => ({
  nameID,
  nameIDFormat,
  sessionIndex,
  attributes,
});

const strategy = new SamlStrategy(
  {
    callbackUrl: `${home}/callback`,
    logoutCallbackUrl: `${home}/logout`,
    entryPoint: SIGN_IN_URL,
    logoutUrl: LOGOUT_URL,
    issuer: home,
    idpIssuer: issuer,
    idpCert: CERTIFICATE,
    privateKey: PRIVATE_KEY,
    signatureAlgorithm: 'sha256',
    passReqToCallback: true,
  },
  (_request, profile, done) => done(null, keep(profile)),
  ({ user }, { nameID }, done) => done(null, user?.nameID === nameID ? user : undefined),
);
passport.use(strategy);

const app = express();
app.use(session(sessionOptions), passport.session());

app.get('/', ({ user = null }, response) => response.json({ user }));
app.get('/sign-in', passport.authenticate('saml'));
app.post(
  '/callback',
  express.urlencoded(),
  passport.authenticate('saml', { successRedirect: '/', failWithError: true }),
);

app.get('/sign-out', (request, response, next) =>
  strategy.logout(request, (error, url) => {
    if (error) return next(error);
    request.logout(failure => (failure ? next(failure) : response.redirect(url)));
  }),
);
app.get('/logout', passport.authenticate('saml'), (_request, response) => response.redirect('/'));

serve(app);
