import { idOf, isObject, textOf } from '../answers.ts';
import { oauthConnector } from './oauth.ts';

/** Spotify says itself that addresses of its users are not confirmed. */
export const spotify = oauthConnector({
  target: 'spotify',
  name: 'Spotify',
  setUp: 'set_up.spotify',
  authorizationEndpoint: 'https://accounts.spotify.com/authorize',
  tokenEndpoint: 'https://accounts.spotify.com/api/token',
  authentication: 'client_secret_basic',
  scope: 'user-read-email user-read-private',
  usesPkce: true,
  async readProfile({ get }) {
    const user = await get('https://api.spotify.com/v1/me');
    const [image] = Array.isArray(user.images) ? user.images : [];
    return {
      profile: {
        id: idOf(user.id),
        name: textOf(user.display_name),
        avatar: isObject(image) ? textOf(image.url) : undefined,
      },
      rawData: user,
    };
  },
});
