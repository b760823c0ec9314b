import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { applicationOf } from './application-of.ts';

/**
 * Offline access needs the user's consent, which the library takes from `prompt=consent` (OpenID Connect Core section 11).
 * Users of our own applications give it by signing in, so these need not ask for the prompt.
 */
export const implyConsent = (provider: Provider) => {
  const { prototype } = provider.OIDCContext;
  const own = Object.getOwnPropertyDescriptor(prototype, 'prompts')?.get;
  if (!own) throw new Error('The library has no prompts of a request any more.');
  Object.defineProperty(prototype, 'prompts', {
    get(this: KoaContextWithOIDC['oidc']) {
      const asked = own.call(this) as Set<string>;
      const isOwn = this.client !== undefined && !applicationOf(this.client).isThirdParty;
      const scopes = String(this.params?.scope ?? '').split(' ');
      return isOwn && scopes.includes('offline_access') && !asked.has('none') ? asked.add('consent') : asked;
    },
  });
};
