import type { Provider } from 'oidc-provider';
import { currentContext } from './current-context.ts';

/**
 * A proof that another request used at the same moment was used: that is an answer, not a failure. A request that is
 * handled twice, because another one was faster with the same refresh token, comes with its proof only once.
 */
export const countAsUsed = (provider: Provider, isUsedMeanwhile: (error: unknown) => boolean) => {
  const { ReplayDetection } = provider;
  const unique = ReplayDetection.unique.bind(ReplayDetection);
  const own = new WeakMap<object, Set<string>>();
  ReplayDetection.unique = async (...proof) => {
    const ctx = currentContext(provider);
    const [issuer, id] = proof;
    const name = JSON.stringify([issuer, id]);
    if (ctx && own.get(ctx)?.has(name)) return true;
    const isNew = await unique(...proof).catch((error: unknown) => {
      if (isUsedMeanwhile(error)) return false;
      throw error;
    });
    if (ctx && isNew) own.set(ctx, new Set([...(own.get(ctx) ?? []), name]));
    return isNew;
  };
};
