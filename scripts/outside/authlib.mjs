import { startPython } from './python.mjs';
import { reserveSite, walkThrough } from './world.mjs';

export const signInAndOut = async world => {
  const site = await reserveSite();
  const { home } = site;
  const client = await world.createClient('Authlib', {
    redirectUris: [`${home}/callback`],
    postLogoutRedirectUris: [`${home}/`],
  });
  await startPython(world, 'authlib-client', site, {
    ISSUER: world.issuer,
    CLIENT_ID: client.id,
    CLIENT_SECRET: client.secret,
  });
  const refresh = () => `${home}/refresh`;
  await walkThrough(world, {
    home,
    signIn: `${home}/sign-in`,
    refresh: [refresh, refresh],
    signOut: `${home}/sign-out`,
  });
};
