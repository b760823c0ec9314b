import { idOf, textOf } from '../answers.ts';
import { oauthConnector } from './oauth.ts';

export const amazon = oauthConnector({
  target: 'amazon',
  name: 'Amazon',
  logo: { light: 'amazon', dark: 'amazon-dark' },
  setUp:
    'Create a security profile for Login with Amazon. Under its web settings, add the callback URI shown here as an allowed return URL, then copy the client ID and the client secret.',
  authorizationEndpoint: 'https://www.amazon.com/ap/oa',
  tokenEndpoint: 'https://api.amazon.com/auth/o2/token',
  scope: 'profile',
  async readProfile({ get }) {
    const user = await get('https://api.amazon.com/user/profile');
    return {
      profile: { id: idOf(user.user_id), name: textOf(user.name), email: textOf(user.email) },
      rawData: user,
    };
  },
});
