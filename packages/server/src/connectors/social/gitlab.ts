import { profileOfClaims } from './claims.ts';
import { oauthConnector } from './oauth.ts';

export const gitlab = oauthConnector({
  target: 'gitlab',
  name: 'GitLab',
  setUp:
    'Under User settings → Applications on GitLab, add an application with the callback URI shown here and the scopes openid, profile and email. Copy its application ID and its secret.',
  authorizationEndpoint: 'https://gitlab.com/oauth/authorize',
  tokenEndpoint: 'https://gitlab.com/oauth/token',
  scope: 'openid profile email',
  usesPkce: true,
  async readProfile({ get }) {
    const claims = await get('https://gitlab.com/oauth/userinfo');
    return { profile: profileOfClaims(claims), rawData: claims };
  },
});
