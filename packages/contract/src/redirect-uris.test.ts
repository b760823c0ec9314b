import { describe, expect, test } from 'vitest';
import { origin, redirectUriFor, uriFlaws, withoutFlaws } from './redirect-uris.ts';
import { refusals } from './testing/refusals.ts';

const web = redirectUriFor('Traditional');
const native = redirectUriFor('Native');

describe('[ENT-26] redirect URIs', () => {
  test.each([
    { uri: 'https://example.com/callback', web: [], native: [] },
    { uri: 'HTTPS://example.com', web: [], native: [] },
    { uri: 'http://localhost:3000', web: [], native: [] },
    { uri: 'http://127.0.0.1:5000/callback', web: [], native: [] },
    { uri: 'http://example.com/callback', web: [], native: ['native_redirect_uri'] },
    { uri: 'https://localhost/callback', web: [], native: ['native_redirect_uri'] },
    { uri: 'com.example.app://callback', web: ['web_redirect_uri'], native: [] },
    { uri: 'myapp:/callback', web: ['web_redirect_uri'], native: [] },
    { uri: 'https://example.com/callback#top', web: ['redirect_fragment'], native: ['redirect_fragment'] },
    { uri: 'https://example.com/#', web: ['redirect_fragment'], native: ['redirect_fragment'] },
    { uri: 'myapp:/callback#top', web: ['web_redirect_uri'], native: ['redirect_fragment'] },
    ...['', 'example.com', 'https://', 'javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd'].map(
      uri => ({ uri, web: ['web_redirect_uri'], native: ['native_redirect_uri'] }),
    ),
  ])('$uri', ({ uri, web: inBrowsers, native: inApps }) => {
    const said = (codes: string[]) => codes.map(code => `: validation.${code}`);
    expect(refusals(web, uri)).toEqual(said(inBrowsers));
    expect(refusals(native, uri)).toEqual(said(inApps));
  });

  test('one that cannot be used leaves the others as they are', () => {
    const addresses = {
      redirectUris: ['https://app.example/in', 'myapp://in'],
      postLogoutRedirectUris: ['https://app.example/out#x', 'https://app.example/out'],
      backchannelLogoutUri: 'ftp://app.example',
      logoUri: 'https://app.example/logo.svg',
    };
    expect(uriFlaws('SPA', addresses)).toEqual([
      { path: ['redirectUris', 1], code: 'validation.web_redirect_uri', uri: 'myapp://in' },
      {
        path: ['postLogoutRedirectUris', 0],
        code: 'validation.redirect_fragment',
        uri: 'https://app.example/out#x',
      },
      { path: ['backchannelLogoutUri'], code: 'validation.web_redirect_uri', uri: 'ftp://app.example' },
    ]);
    expect(withoutFlaws('SPA', addresses)).toEqual({
      redirectUris: ['https://app.example/in'],
      postLogoutRedirectUris: ['https://app.example/out'],
      logoUri: 'https://app.example/logo.svg',
    });
  });

  test('an origin equals the origin of its URL', () => {
    expect(refusals(origin, 'https://example.com')).toEqual([]);
    expect(refusals(origin, 'http://localhost:3000')).toEqual([]);
    for (const other of [
      'https://example.com/',
      'https://example.com:443',
      'https://Example.com',
      'example.com',
    ]) {
      expect(refusals(origin, other)).toEqual([': validation.origin']);
    }
  });
});
