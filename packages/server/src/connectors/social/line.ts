import { profileOfClaims } from './claims.ts';
import { oauthConnector } from './oauth.ts';

export const line = oauthConnector({
  target: 'line',
  name: 'LINE',
  setUp: 'set_up.line',
  labels: { clientId: 'labels.channel_id', clientSecret: 'labels.channel_secret' },
  authorizationEndpoint: 'https://access.line.me/oauth2/v2.1/authorize',
  tokenEndpoint: 'https://api.line.me/oauth2/v2.1/token',
  scope: 'openid profile email',
  // LINE has no claim that says whether an address was confirmed.
  verifies: { email: 'never', phone: 'never' },
  usesPkce: true,
  async readProfile({ get }) {
    const claims = await get('https://api.line.me/oauth2/v2.1/userinfo');
    return { profile: profileOfClaims(claims), rawData: claims };
  },
});
