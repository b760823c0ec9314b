import { idOf, isObject, textOf } from '../answers.ts';
import { oauthConnector } from './oauth.ts';

export const twitch = oauthConnector({
  target: 'twitch',
  name: 'Twitch',
  setUp: 'set_up.twitch',
  authorizationEndpoint: 'https://id.twitch.tv/oauth2/authorize',
  tokenEndpoint: 'https://id.twitch.tv/oauth2/token',
  scope: 'user:read:email',
  // The documentation calls it the verified email address of the user.
  verifies: { email: 'always', phone: 'never' },
  async readProfile({ get, config }) {
    const answer = await get('https://api.twitch.tv/helix/users', { 'client-id': config.clientId });
    const [first] = Array.isArray(answer.data) ? answer.data : [];
    const user = isObject(first) ? first : {};
    return {
      profile: {
        id: idOf(user.id),
        name: textOf(user.display_name),
        email: textOf(user.email),
        avatar: textOf(user.profile_image_url),
      },
      rawData: user,
    };
  },
});
