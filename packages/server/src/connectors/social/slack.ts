import { profileOfClaims } from './claims.ts';
import { oauthConnector } from './oauth.ts';

export const slack = oauthConnector({
  target: 'slack',
  name: 'Slack',
  setUp:
    'Create an app at api.slack.com. Under OAuth & Permissions, add the callback URI shown here as a redirect URL. The client ID and the client secret are under Basic information.',
  authorizationEndpoint: 'https://slack.com/openid/connect/authorize',
  tokenEndpoint: 'https://slack.com/api/openid.connect.token',
  scope: 'openid profile email',
  async readProfile({ get }) {
    const claims = await get('https://slack.com/api/openid.connect.userInfo');
    return { profile: profileOfClaims(claims), rawData: claims };
  },
});
