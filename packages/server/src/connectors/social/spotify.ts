import { idOf, isObject, textOf } from '../answers.ts';
import { oauthConnector } from './oauth.ts';

export const spotify = oauthConnector({
  target: 'spotify',
  name: 'Spotify',
  setUp: 'set_up.spotify',
  authorizationEndpoint: 'https://accounts.spotify.com/authorize',
  tokenEndpoint: 'https://accounts.spotify.com/api/token',
  authentication: 'client_secret_basic',
  scope: 'user-read-email user-read-private',
  // The documentation says that the address is unverified.
  verifies: { email: 'never', phone: 'never' },
  usesPkce: true,
  async readProfile({ get }) {
    const user = await get('https://api.spotify.com/v1/me');
    const [image] = Array.isArray(user.images) ? user.images : [];
    return {
      profile: {
        id: idOf(user.id),
        name: textOf(user.display_name),
        email: textOf(user.email),
        avatar: isObject(image) ? textOf(image.url) : undefined,
      },
      rawData: user,
    };
  },
});
