import assert from 'node:assert/strict';
import { until } from '../drills/support/programs.mjs';
import { startApache } from './apache.mjs';
import { reserveSite, walkThrough } from './world.mjs';

export const signInAndOut = async world => {
  const site = { name: 'mod-auth-openidc', ...(await reserveSite()) };
  const { home } = site;
  const redirectUri = `${home}/secure/redirect`;
  const client = await world.createClient(site.name, {
    redirectUris: [redirectUri],
    postLogoutRedirectUris: [`${home}/`],
    backchannelLogoutUri: `${redirectUri}?logout=backchannel`,
    backchannelLogoutSessionRequired: true,
  });
  await startApache(world, site, {
    module: 'auth_openidc_module',
    settings: `OIDCProviderMetadataURL ${world.issuer}/.well-known/openid-configuration
OIDCClientID ${client.id}
OIDCClientSecret ${client.secret}
OIDCRedirectURI ${redirectUri}
OIDCCryptoPassphrase "a passphrase of this site alone"
OIDCScope "openid profile offline_access"
OIDCPKCEMethod S256
OIDCInfoHook iat access_token refresh_token userinfo id_token`,
    guard: '  AuthType openid-connect',
    variables: { sub: 'OIDC_CLAIM_sub', name: 'OIDC_CLAIM_name' },
  });
  const secure = `${home}/secure/`;
  const at = query => `${redirectUri}?${new URLSearchParams(query)}`;
  const infoOf = async visitor => JSON.parse((await visitor.open(at({ info: 'json' }))).text);
  let before;
  const visitor = await walkThrough(world, {
    home,
    signIn: secure,
    refresh: [
      async visitor => {
        before = await infoOf(visitor);
        assert.equal(before.userinfo?.name, world.person.name, 'The user info lacks the name.');
        return at({ refresh: secure, access_token: before.access_token });
      },
      async visitor => {
        const after = await infoOf(visitor);
        assert.notEqual(after.access_token, before.access_token, 'The access token is still the first one.');
        return secure;
      },
    ],
    signOut: at({ logout: `${home}/` }),
  });

  // The walk ended signed in. Apache asks again once it has heard that the session is over.
  const signIns = visitor.signIns();
  await world.endSessions();
  await until('Apache has ended the session', async () => {
    await visitor.open(secure);
    return visitor.signIns() > signIns;
  });
};
