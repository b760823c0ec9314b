import type { KoaContextWithOIDC, Provider } from 'oidc-provider';

/** The request that is being answered: the library keeps it for code that is handed no context. */
export const currentContext = (provider: Provider) =>
  (provider.constructor as typeof Provider).ctx as KoaContextWithOIDC | undefined;
