import type { Provider, RefreshToken } from 'oidc-provider';
import { currentContext } from './current-context.ts';
import { extendAccessor } from './extend-accessor.ts';

type Context = NonNullable<ReturnType<typeof currentContext>>;
type Step = () => Promise<unknown>;

type Rotation = {
  /** The token that a request presented, if it did. */
  presented(ctx: Context): RefreshToken | undefined;
  /** The steps of its rotation, deferred until the response is ready. */
  waiting(ctx: Context): Step[] | undefined;
  successorOf(predecessor: RefreshToken): string;
};

/** The library uses a token up and stores the next one before it knows whether it will answer: here both wait. */
export const holdRotation = (provider: Provider, { presented, waiting, successorOf }: Rotation) => {
  const { find, prototype } = provider.RefreshToken;
  const { consume, save } = prototype;
  provider.RefreshToken.find = async function (value, options) {
    const ctx = currentContext(provider);
    const known = ctx && presented(ctx);
    return known?.jti === value ? known : find.call(this, value, options);
  } as typeof find;
  prototype.consume = async function () {
    const ctx = currentContext(provider);
    const steps = ctx && waiting(ctx);
    if (steps) steps.push(() => consume.call(this));
    else await consume.call(this);
  };
  prototype.save = async function () {
    const ctx = currentContext(provider);
    const steps = ctx && waiting(ctx);
    const predecessor = ctx?.oidc.entities.RotatedRefreshToken;
    if (!steps || !predecessor) return save.call(this);
    this.jti = successorOf(predecessor);
    steps.push(() => save.call(this));
    return this.jti;
  };
};

/** Further resources for which a refresh token can get tokens. */
export const widenRefresh = (
  provider: Provider,
  furtherOf: (ctx: Context, token: { scopes: Set<string> }) => readonly string[],
) =>
  extendAccessor<{ scopes: Set<string> }, Set<string>>(
    provider.RefreshToken.prototype,
    'resourceIndicators',
    (granted, token) => {
      const ctx = currentContext(provider);
      return new Set([...granted, ...(ctx ? furtherOf(ctx, token) : [])]);
    },
  );
