import type { Provider } from 'oidc-provider';
import { applicationOf } from './application-of.ts';
import { extendPrompts } from './patches/requests.ts';

/**
 * Offline access needs the user's consent, which the library takes from `prompt=consent` (OpenID Connect Core section 11).
 * Users of our own applications give it by signing in, so these need not ask for the prompt.
 */
export const implyConsent = (provider: Provider) =>
  extendPrompts(provider, (asked, { client, params }) => {
    const isOwn = client !== undefined && !applicationOf(client).isThirdParty;
    const scopes = String(params?.scope ?? '').split(' ');
    return isOwn && scopes.includes('offline_access') && !asked.has('none') ? asked.add('consent') : asked;
  });
