import { NativeModules, Platform } from 'react-native';

/** Names what comes over the bridge, in the order in which Android's half of the library takes it; the test is beyond. */
const native =
  (method: string, names: string) =>
  (...given: unknown[]) =>
    window.nativeAppAuth(
      method,
      Object.fromEntries(names.split(' ').map((name, index) => [name, given[index]])),
    );

Platform.OS = 'android';
NativeModules.RNAppAuth = {
  authorize: native(
    'authorize',
    'issuer redirectUrl clientId clientSecret scopes parameters endpoints skipCodeExchange timeout nonce pkce method insecure',
  ),
  refresh: native(
    'refresh',
    'issuer redirectUrl clientId clientSecret refreshToken scopes parameters endpoints timeout method insecure',
  ),
  logout: native('logout', 'issuer idToken redirectUrl endpoints parameters insecure'),
};
