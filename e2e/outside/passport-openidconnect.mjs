import express from 'express';
import session from 'express-session';
import passport from 'passport';
import OpenIDConnectStrategy from 'passport-openidconnect';
import {
  clientId,
  clientSecret,
  endSessionUrl,
  home,
  issuer,
  serve,
  sessionOptions,
} from './application.mjs';

passport.serializeUser((user, done) => done(null, user));
passport.deserializeUser((user, done) => done(null, user));
passport.use(
  new OpenIDConnectStrategy(
    {
      issuer,
      authorizationURL: `${issuer}/auth`,
      tokenURL: `${issuer}/token`,
      userInfoURL: `${issuer}/me`,
      clientID: clientId,
      clientSecret,
      callbackURL: `${home}/callback`,
      scope: 'profile',
    },
    // The library reads the user info for a function with all nine.
    (_issuer, userinfo, profile, _context, idToken, _accessToken, _refreshToken, _parameters, done) =>
      done(null, { profile, userinfo: userinfo._json, idToken }),
  ),
);

const app = express();
app.use(session(sessionOptions), passport.session());

app.get('/', ({ user }, response) => {
  if (!user) return response.json({ user: null });
  response.json({ user: { sub: user.profile.id, name: user.profile.displayName }, userinfo: user.userinfo });
});

app.get('/sign-in', passport.authenticate('openidconnect'));
app.get('/callback', passport.authenticate('openidconnect', { successRedirect: '/', failWithError: true }));

app.get('/sign-out', (request, response, next) => {
  const { idToken } = request.user;
  request.logout(error => (error ? next(error) : response.redirect(endSessionUrl(idToken))));
});

serve(app);
