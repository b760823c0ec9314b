import { idOf, isTrue, textOf } from '../answers.ts';
import { oauthConnector } from './oauth.ts';

export const discord = oauthConnector({
  target: 'discord',
  name: 'Discord',
  setUp: 'set_up.discord',
  authorizationEndpoint: 'https://discord.com/oauth2/authorize',
  tokenEndpoint: 'https://discord.com/api/v10/oauth2/token',
  scope: 'identify email',
  verifies: { email: 'claim', phone: 'never' },
  async readProfile({ get }) {
    const user = await get('https://discord.com/api/v10/users/@me');
    const id = idOf(user.id);
    const avatar = textOf(user.avatar);
    return {
      profile: {
        id,
        name: textOf(user.global_name) ?? textOf(user.username),
        email: textOf(user.email),
        isEmailVerified: isTrue(user.verified),
        avatar: avatar && `https://cdn.discordapp.com/avatars/${id}/${avatar}.png`,
      },
      rawData: user,
    };
  },
});
