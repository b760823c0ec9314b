import { profileOfClaims } from './claims.ts';
import { oauthConnector } from './oauth.ts';

/** LINE says nothing of addresses here that anybody vouches for. */
export const line = oauthConnector({
  target: 'line',
  name: 'LINE',
  setUp:
    'Create a LINE Login channel in the LINE developers console, add the callback URI shown here, and ask for the permission to read e-mail addresses if you need them. Copy the channel ID and the channel secret.',
  labels: { clientId: 'Channel ID', clientSecret: 'Channel secret' },
  authorizationEndpoint: 'https://access.line.me/oauth2/v2.1/authorize',
  tokenEndpoint: 'https://api.line.me/oauth2/v2.1/token',
  scope: 'openid profile email',
  usesPkce: true,
  async readProfile({ get }) {
    const claims = await get('https://api.line.me/oauth2/v2.1/userinfo');
    return { profile: profileOfClaims(claims), rawData: claims };
  },
});
