import { idOf, objectOf, textOf } from '../answers.ts';
import { oauthConnector } from './oauth.ts';

const fields = 'confirmed_email,profile_image_url,verified';

export const x = oauthConnector({
  target: 'x',
  name: 'X',
  logo: { light: 'x', dark: 'x-dark' },
  setUp:
    'Create a project and an app in the X developer portal. Set up user authentication as a web app with the callback URI shown here, then copy the OAuth 2.0 client ID and client secret. Ask for the e-mail address of users if you need it.',
  authorizationEndpoint: 'https://x.com/i/oauth2/authorize',
  tokenEndpoint: 'https://api.x.com/2/oauth2/token',
  authentication: 'client_secret_basic',
  scope: 'tweet.read users.read users.email',
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
