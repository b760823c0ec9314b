import { idOf, isObject, isTrue, textOf } from '../answers.ts';
import { oauthConnector } from './oauth.ts';

export const github = oauthConnector({
  target: 'github',
  name: 'GitHub',
  logo: { light: 'github', dark: 'github-dark' },
  setUp: 'set_up.github',
  authorizationEndpoint: 'https://github.com/login/oauth/authorize',
  tokenEndpoint: 'https://github.com/login/oauth/access_token',
  scope: 'read:user user:email',
  verifies: { email: 'claim', phone: 'never' },
  keepsTokens: true,
  async readProfile({ get }) {
    const user = await get('https://api.github.com/user');
    // Without the scope for addresses there are none, and that is no error.
    const { value } = await get('https://api.github.com/user/emails').catch(() => ({ value: [] }));
    const emails = Array.isArray(value) ? value.filter(isObject) : [];
    const primary = emails.find(entry => isTrue(entry.primary));
    return {
      profile: {
        id: idOf(user.id),
        name: textOf(user.name) ?? textOf(user.login),
        email: textOf(primary?.email),
        isEmailVerified: isTrue(primary?.verified),
        avatar: textOf(user.avatar_url),
      },
      rawData: { userInfo: user, userEmails: emails },
    };
  },
});
