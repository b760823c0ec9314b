import { idOf, textOf } from '../answers.ts';
import { oauthConnector } from './oauth.ts';

export const amazon = oauthConnector({
  target: 'amazon',
  name: 'Amazon',
  logo: { light: 'amazon', dark: 'amazon-dark' },
  setUp: 'set_up.amazon',
  authorizationEndpoint: 'https://www.amazon.com/ap/oa',
  tokenEndpoint: 'https://api.amazon.com/auth/o2/token',
  scope: 'profile',
  // The documentation calls it the address that the user has registered with Amazon, and promises no more.
  verifies: { email: 'never', phone: 'never' },
  async readProfile({ get }) {
    const user = await get('https://api.amazon.com/user/profile');
    return {
      profile: { id: idOf(user.user_id), name: textOf(user.name), email: textOf(user.email) },
      rawData: user,
    };
  },
});
