import { profileOfClaims } from './claims.ts';
import { oauthConnector } from './oauth.ts';

export const linkedin = oauthConnector({
  target: 'linkedin',
  name: 'LinkedIn',
  setUp:
    'Create an app at LinkedIn Developers, request the product “Sign In with LinkedIn using OpenID Connect”, and add the callback URI shown here under Auth. Copy the client ID and the client secret.',
  authorizationEndpoint: 'https://www.linkedin.com/oauth/v2/authorization',
  tokenEndpoint: 'https://www.linkedin.com/oauth/v2/accessToken',
  scope: 'openid profile email',
  async readProfile({ get }) {
    const claims = await get('https://api.linkedin.com/v2/userinfo');
    return { profile: profileOfClaims(claims), rawData: claims };
  },
});
