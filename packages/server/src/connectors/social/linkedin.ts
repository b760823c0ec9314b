import { profileOfClaims } from './claims.ts';
import { oauthConnector } from './oauth.ts';

export const linkedin = oauthConnector({
  target: 'linkedin',
  name: 'LinkedIn',
  setUp: 'set_up.linkedin',
  authorizationEndpoint: 'https://www.linkedin.com/oauth/v2/authorization',
  tokenEndpoint: 'https://www.linkedin.com/oauth/v2/accessToken',
  scope: 'openid profile email',
  verifies: { email: 'claim', phone: 'never' },
  async readProfile({ get }) {
    const claims = await get('https://api.linkedin.com/v2/userinfo');
    return { profile: profileOfClaims(claims), rawData: claims };
  },
});
