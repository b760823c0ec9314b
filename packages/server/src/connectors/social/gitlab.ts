import { profileOfClaims } from './claims.ts';
import { oauthConnector } from './oauth.ts';

export const gitlab = oauthConnector({
  target: 'gitlab',
  name: 'GitLab',
  setUp: 'set_up.gitlab',
  authorizationEndpoint: 'https://gitlab.com/oauth/authorize',
  tokenEndpoint: 'https://gitlab.com/oauth/token',
  scope: 'openid profile email',
  verifies: { email: 'claim', phone: 'never' },
  usesPkce: true,
  async readProfile({ get }) {
    const claims = await get('https://gitlab.com/oauth/userinfo');
    return { profile: profileOfClaims(claims), rawData: claims };
  },
});
