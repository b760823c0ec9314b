import { profileOfClaims } from './claims.ts';
import { oauthConnector } from './oauth.ts';

export const slack = oauthConnector({
  target: 'slack',
  name: 'Slack',
  setUp: 'set_up.slack',
  authorizationEndpoint: 'https://slack.com/openid/connect/authorize',
  tokenEndpoint: 'https://slack.com/api/openid.connect.token',
  scope: 'openid profile email',
  verifies: { email: 'claim', phone: 'never' },
  async readProfile({ get }) {
    const claims = await get('https://slack.com/api/openid.connect.userInfo');
    return { profile: profileOfClaims(claims), rawData: claims };
  },
});
