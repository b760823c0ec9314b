import { idOf, objectOf, textOf } from '../answers.ts';
import { oauthConnector } from './oauth.ts';

const fields = 'confirmed_email,profile_image_url,verified';

export const x = oauthConnector({
  target: 'x',
  name: 'X',
  logo: { light: 'x', dark: 'x-dark' },
  setUp: 'set_up.x',
  authorizationEndpoint: 'https://x.com/i/oauth2/authorize',
  tokenEndpoint: 'https://api.x.com/2/oauth2/token',
  authentication: 'client_secret_basic',
  scope: 'tweet.read users.read users.email',
  // The field has only an address that its owner has confirmed.
  verifies: { email: 'always', phone: 'never' },
  usesPkce: true,
  async readProfile({ get }) {
    const user = objectOf((await get(`https://api.x.com/2/users/me?user.fields=${fields}`)).data);
    return {
      profile: {
        id: idOf(user.id),
        name: textOf(user.name),
        email: textOf(user.confirmed_email),
        avatar: textOf(user.profile_image_url),
      },
      rawData: user,
    };
  },
});
