import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { extendAccessor } from './extend-accessor.ts';

type Request = KoaContextWithOIDC['oidc'];
export type Parameters = NonNullable<Request['params']>;

/** Every endpoint of the library puts the parameters of its request here. What a step throws is its answer. */
export const checkParameters = (provider: Provider, ...steps: ((params: Parameters) => void)[]) => {
  const kept = new WeakMap<object, Parameters>();
  Object.defineProperty(provider.OIDCContext.prototype, 'params', {
    get(this: object) {
      return kept.get(this);
    },
    set(this: object, params: Parameters) {
      // The answer to a refused request reads them, too.
      kept.set(this, params);
      for (const step of steps) step(params);
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

/** An answer that needs no session does not begin one: the library could no longer save it. */
export const leaveSession = ({ oidc: { session } }: KoaContextWithOIDC) =>
  Object.assign(session ?? {}, { touched: false });
