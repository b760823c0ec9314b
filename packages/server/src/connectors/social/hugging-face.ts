import { profileOfClaims } from './claims.ts';
import { oauthConnector } from './oauth.ts';

export const huggingFace = oauthConnector({
  target: 'huggingface',
  name: 'Hugging Face',
  setUp: 'set_up.huggingface',
  authorizationEndpoint: 'https://huggingface.co/oauth/authorize',
  tokenEndpoint: 'https://huggingface.co/oauth/token',
  scope: 'openid profile email',
  verifies: { email: 'claim', phone: 'never' },
  async readProfile({ get }) {
    const claims = await get('https://huggingface.co/oauth/userinfo');
    return { profile: profileOfClaims(claims), rawData: claims };
  },
});
