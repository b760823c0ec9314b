import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { extendAccessor } from './extend-accessor.ts';

type Request = KoaContextWithOIDC['oidc'];
type Parameters = NonNullable<Request['params']>;

/** Every endpoint of the library puts the parameters of its request here. */
export const rewriteParameters = (provider: Provider, rewrite: (params: Parameters) => void) => {
  const kept = new WeakMap<object, Parameters>();
  Object.defineProperty(provider.OIDCContext.prototype, 'params', {
    get(this: object) {
      return kept.get(this);
    },
    set(this: object, params: Parameters) {
      rewrite(params);
      kept.set(this, params);
    },
  });
};

export const extendPrompts = (
  provider: Provider,
  extend: (prompts: Set<string>, request: Request) => Set<string>,
) => extendAccessor<Request, Set<string>>(provider.OIDCContext.prototype, 'prompts', extend);

/** The level that the ID token of a request names. */
export const reportAcr = (ctx: KoaContextWithOIDC, acr: string) => {
  Object.defineProperty(ctx.oidc, 'acr', { value: acr, configurable: true });
};
