import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { visit } from '../api/experience/testing/visit.ts';
import { createRandom } from '../demo/random.ts';
import { startTestApp, type TestApp } from '../http/testing/app.ts';
import type { Browser } from '../http/testing/browser.ts';
import { password } from './testing/people.ts';

const count = Number(process.env.FUZZ_CALLS ?? 300);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_117);

const exact = 'https://app.example.com/callback';
const open = 'https://*.tenants.example.com/callback';
const local = 'http://localhost:3000/callback?from=app';
const ofApp = 'com.example.app://callback';
const loopback = 'http://127.0.0.1/callback';

/** The exact meaning of the redirect URIs that the tenant registered. */
const isRegistered = {
  SPA: (uri: string) =>
    [exact, local].includes(uri) ||
    /^https:\/\/[\da-z](?:[\da-z-]*[\da-z])?\.tenants\.example\.com\/callback$/.test(uri),
  // RFC 8252 section 7.3: any port on the device itself.
  Native: (uri: string) =>
    uri === ofApp || (/^http:\/\/127\.0\.0\.1(?::\d{1,5})?\/callback$/.test(uri) && URL.canParse(uri)),
};

const pieces = [
  '.',
  '..',
  '/',
  '//',
  '\\',
  '/../',
  '/./',
  '%2f',
  '%2e%2e',
  '%5c',
  '%00',
  '%0d%0a',
  '\t',
  '\n',
  '\r',
  ' ',
  '@',
  ':',
  ':443',
  ':80',
  ':@',
  'user@',
  'user:pass@',
  'evil.test',
  '.evil.test',
  'evil.test/',
  'evil.test#',
  'evil.test?',
  'evil.test\\',
  '#',
  '#@',
  '?',
  '?x=',
  '&',
  ';',
  '*',
  '*.',
  '。',
  '．',
  '｡',
  '／',
  '＃',
  '？',
  '＠',
  'ⓔ',
  'ı',
  'K',
  'а',
  '\u200b',
  '\u00ad',
  '\u202e',
  'xn--',
  '[',
  ']',
  '[::1]',
  '0x7f.1',
  '2130706433',
  'javascript:',
  'data:',
  '//evil.test',
  'https://evil.test/',
  '-',
  '_',
  'a.b',
  '\uFEFF',
  '%40',
  '%23',
  '%3f',
  '%252f',
];
const bases = [
  exact,
  open,
  local,
  ofApp,
  loopback,
  'https://a.tenants.example.com/callback',
  'https://pr-7.tenants.example.com/callback',
  'http://127.0.0.1:49152/callback',
];
const byHand = [
  'https://tenants.example.com/callback',
  'https://.tenants.example.com/callback',
  'https://a.b.tenants.example.com/callback',
  'https://-a.tenants.example.com/callback',
  'https://a.tenants.example.com.evil.test/callback',
  'https://evil.test/a.tenants.example.com/callback',
  'https://evil.test\\.tenants.example.com/callback',
  'https://evil.test%2f.tenants.example.com/callback',
  'https://evil.test#.tenants.example.com/callback',
  'https://evil.test?.tenants.example.com/callback',
  'https://$&.tenants.example.com/callback',
  'HTTPS://app.example.com/callback',
  'https://APP.example.com/callback',
  'https://app.example.com./callback',
  'https://app.example.com:443/callback',
  'https://app.example.com/callback/',
  'https://app.example.com/callback?',
  'https://app.example.com/Callback',
  'https:/app.example.com/callback',
  'https:app.example.com/callback',
  'http://localhost:3001/callback?from=app',
  'http://127.0.0.1:80@evil.test/callback',
  'http://127.0.0.1:99999/callback',
  'http://127.1/callback',
  'com.example.app:/callback',
];

/** Addresses that look much like one that is registered. */
const variants = () => {
  const random = createRandom(seed);
  const cut = (text: string) => random.below(text.length + 1);
  const change = (uri: string): string => {
    const at = cut(uri);
    const piece = random.pick(pieces);
    const kinds = [
      () => uri.slice(0, at) + piece + uri.slice(at),
      () => uri.slice(0, at) + piece + uri.slice(at + piece.length),
      () => uri.slice(0, at) + uri.slice(at + 1),
      () => uri.slice(0, at) + uri.slice(at).toUpperCase(),
      () => uri.slice(0, at) + encodeURIComponent(uri.slice(at, at + 1)) + uri.slice(at + 1),
      () => uri.replace('://', `://${piece}`),
      () => uri.replace('.example', `${piece}.example`),
      () => uri.replace('/callback', `${piece}/callback`),
      () => uri + piece,
      () => piece + uri,
    ];
    return random.pick(kinds)();
  };
  return [
    ...bases,
    ...byHand,
    ...Array.from({ length: count }, () => {
      const once = change(random.pick(bases));
      return random.chance(0.4) ? change(once) : once;
    }),
  ];
};

describe(`addresses that look like registered ones, seed ${seed}`, () => {
  let app: TestApp;
  let browser: Browser;
  const clients: Record<string, string> = {};
  beforeAll(async () => {
    app = await startTestApp('postgresql', { variables: { GATEHOUSE_ADDRESS_LIMIT: '1000000' } });
    const uris = { SPA: [exact, open, local], Native: [ofApp, loopback] };
    for (const [type, redirectUris] of Object.entries(uris)) {
      const oidcClientMetadata = { redirectUris, postLogoutRedirectUris: redirectUris };
      const made = await app.manage('POST', '/applications', { name: type, type, oidcClientMetadata });
      expect(made.status, made.text).toBe(200);
      clients[type] = made.body.id;
    }
    await app.manage('POST', '/users', { username: 'somebody', password });
    const visitor = await visit(app, 'SignIn');
    browser = visitor.browser;
    const identifier = { type: 'username', value: 'somebody' };
    const proof = await visitor.step('POST', '/experience/verification/password', { identifier, password });
    await visitor.step('POST', '/experience/identification', proof.body);
    const { body } = await visitor.step('POST', '/experience/submit');
    await browser.follow(body.redirectTo, app.env.ENDPOINT);
  });
  afterAll(() => app.close());

  const types = ['SPA', 'Native'] as const;
  /** Returns the URL to which the server redirects a signed-in browser. */
  const sentTo = async (path: string, parameters: Record<string, string>) => {
    const query = new URLSearchParams(parameters);
    const { status, location, text } = await browser.send(`${app.env.ENDPOINT}${path}?${query}`);
    return { status, location: location ?? '', text };
  };

  test.each(types)('[V10.4.1] a code goes to no other address: %s', async type => {
    let taken = 0;
    for (const uri of variants()) {
      const { status, location } = await sentTo('/oidc/auth', {
        client_id: clients[type] ?? '',
        redirect_uri: uri,
        response_type: 'code',
        scope: 'openid',
        prompt: 'none',
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
      });
      const leaves = location !== '' && !location.startsWith(`${app.env.ENDPOINT}/`);
      expect({ uri, leaves, status }).toEqual(
        isRegistered[type](uri) ? { uri, leaves: true, status: 303 } : { uri, leaves: false, status: 400 },
      );
      if (leaves) taken += 1;
      if (leaves) expect(location.startsWith(`${uri}${uri.includes('?') ? '&' : '?'}`), location).toBe(true);
      if (!leaves) expect(location).not.toMatch(/code=/);
    }
    expect(taken).toBeGreaterThan(0);
  });

  test.each(types)('signing out leads to no other address: %s', async type => {
    for (const uri of variants()) {
      const { status, text } = await sentTo('/oidc/session/end', {
        client_id: clients[type] ?? '',
        post_logout_redirect_uri: uri,
      });
      const isTaken = status < 400;
      expect({ uri, isTaken }).toEqual({ uri, isTaken: isRegistered[type](uri) });
      if (!isTaken) expect(text).not.toContain('name="logout"');
    }
  });

  test('no wildcard stands for hosts that anyone can get, also one that an earlier version has stored', async () => {
    const shared = [
      'https://*.vercel.app/callback',
      'https://*.github.io/callback',
      'https://*.co.uk/callback',
    ];
    const oidcClientMetadata = { redirectUris: shared, postLogoutRedirectUris: shared };
    const create = await app.manage('POST', '/applications', { name: 'S', type: 'SPA', oidcClientMetadata });
    const update = await app.manage('PATCH', `/applications/${clients.SPA}`, { oidcClientMetadata });
    for (const { status, body } of [create, update]) {
      expect(status).toBe(400);
      expect(body.data.issues).toHaveLength(6);
      expect(body.data.issues[0].message).toContain('Anyone can register a host under this domain.');
    }
    const { body: made } = await app.manage('POST', '/applications', {
      name: 'Old',
      type: 'SPA',
      oidcClientMetadata: { redirectUris: [exact], postLogoutRedirectUris: [] },
    });
    await app.database.system(db =>
      db.updateTable('applications').set({ oidcClientMetadata }).where('id', '=', made.id).execute(),
    );
    for (const uri of shared) {
      const { status, location } = await sentTo('/oidc/auth', {
        client_id: made.id,
        redirect_uri: uri.replace('*', 'mallory'),
        response_type: 'code',
        scope: 'openid',
        prompt: 'none',
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
      });
      expect({ uri, status, location }).toEqual({ uri, status: 400, location: '' });
    }
  });
});
