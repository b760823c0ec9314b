import { describe, expect, test } from 'vitest';
import { oidcClientMetadata } from './client-metadata.ts';
import { mobileRedirectUri, origin, redirectUriFor, webRedirectUri } from './redirect-uris.ts';
import { refusals } from './testing/refusals.ts';

describe('[ENT-26] redirect URIs', () => {
  test.each(['https://example.com/callback', 'http://localhost:3000', 'HTTPS://example.com'])(
    'web: %s',
    uri => {
      expect(refusals(webRedirectUri, uri)).toEqual([]);
      expect(refusals(mobileRedirectUri, uri)).toEqual([': validation.mobile_redirect_uri']);
    },
  );

  test.each(['com.example.app://callback', 'myapp:/callback', 'io.logto://x'])('mobile: %s', uri => {
    expect(refusals(mobileRedirectUri, uri)).toEqual([]);
    expect(refusals(webRedirectUri, uri)).toEqual([': validation.web_redirect_uri']);
  });

  test.each(['', 'example.com', 'https://', 'javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd'])(
    'neither: %s',
    uri => {
      expect(refusals(webRedirectUri, uri)).toEqual([': validation.web_redirect_uri']);
      expect(refusals(mobileRedirectUri, uri)).toEqual([': validation.mobile_redirect_uri']);
      expect(refusals(redirectUriFor('Native'), uri)).toEqual([': validation.url']);
    },
  );

  test('a native app may use a loopback address, a web app no scheme of its own', () => {
    expect(refusals(redirectUriFor('Native'), 'http://127.0.0.1:5000/callback')).toEqual([]);
    expect(refusals(redirectUriFor('Traditional'), 'myapp://callback')).toEqual([
      ': validation.web_redirect_uri',
    ]);
  });

  test('post sign-out and back-channel URIs are URLs', () => {
    const sample = { redirectUris: [], postLogoutRedirectUris: ['https://example.com'] };
    expect(
      refusals(oidcClientMetadata, { ...sample, backchannelLogoutUri: 'https://example.com/out' }),
    ).toEqual([]);
    expect(refusals(oidcClientMetadata, { ...sample, postLogoutRedirectUris: ['nope'] })).toEqual([
      'postLogoutRedirectUris.0: validation.url',
    ]);
    expect(refusals(oidcClientMetadata, { ...sample, backchannelLogoutUri: 'nope' })).toEqual([
      'backchannelLogoutUri: validation.url',
    ]);
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
