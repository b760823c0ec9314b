import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KoaContextWithOIDC, Provider, RefreshToken } from 'oidc-provider';
import { UsedByAnotherRequest } from './adapter.ts';
import { currentContext } from './context.ts';

/**
 * Two tabs, or a retry after a lost answer, send the same refresh token twice within a moment. That is no theft: both
 * get the same successor. Later, or when the successor was used too, a used token takes its whole grant with it.
 */
const twinSeconds = 2;

/** What each request presents. The library looks it up once more, and must not see what others did in between. */
const presented = new WeakMap<KoaContextWithOIDC, RefreshToken>();

/** Requests that got the successor of what they sent: it must not be rotated once more. */
const twins = new WeakSet<KoaContextWithOIDC>();

export const isTwin = (ctx: KoaContextWithOIDC) => twins.has(ctx);

type Handle<Context> = (ctx: Context) => Promise<void> | void;

export const welcomeTwins =
  <Context extends KoaContextWithOIDC>(handle: Handle<Context>): Handle<Context> =>
  async ctx => {
    const { provider, params } = ctx.oidc;
    const sent = params?.refresh_token;
    const token =
      typeof sent === 'string' && (await provider.RefreshToken.find(sent, { ignoreExpiration: true }));
    if (!params || !token) return handle(ctx);
    const present = (successor: RefreshToken) => {
      params.refresh_token = successor.jti;
      presented.set(ctx, successor);
      twins.add(ctx);
      return handle(ctx);
    };

    if (typeof token.consumed === 'number') {
      const successor = now() - token.consumed <= twinSeconds && (await awaitSuccessor(provider, token));
      return successor ? present(successor) : handle(ctx);
    }
    presented.set(ctx, token);
    try {
      return await handle(ctx);
    } catch (error) {
      const successor = error instanceof UsedByAnotherRequest && (await awaitSuccessor(provider, token));
      if (!successor) throw error;
      return present(successor);
    }
  };

/**
 * The database only knows hashes of tokens, so a successor cannot be looked up; but who has the token and our secret
 * can compute it.
 */
export const deriveSuccessors = (provider: Provider, secret: string) => {
  secrets.set(provider, secret);
  const { find } = provider.RefreshToken;
  provider.RefreshToken.find = async function (value, options) {
    const ctx = currentContext(provider);
    const known = ctx && presented.get(ctx);
    return known?.jti === value ? known : find.call(this, value, options);
  } as typeof find;
  // The library's types do not know this method of its models.
  const prototype = provider.RefreshToken.prototype as unknown as { generateTokenId(): string };
  const generate = prototype.generateTokenId;
  prototype.generateTokenId = function () {
    const predecessor = currentContext(provider)?.oidc.entities.RotatedRefreshToken;
    return predecessor ? successorOf(provider, predecessor) : generate.call(this);
  };
};

const secrets = new WeakMap<Provider, string>();

const successorOf = (provider: Provider, { jti }: RefreshToken) =>
  createHmac('sha256', secrets.get(provider) ?? '')
    .update(`refresh token after ${jti}`)
    .digest('base64url');

/** The faster request has used the token up but may not have stored the next one yet. One that was used is no use. */
const awaitSuccessor = async (provider: Provider, token: RefreshToken) => {
  const value = successorOf(provider, token);
  for (const deadline = now() + twinSeconds; now() <= deadline; await sleep(25)) {
    const successor = await provider.RefreshToken.find(value);
    if (successor) return successor.consumed ? undefined : successor;
  }
  return undefined;
};

const now = () => Math.floor(Date.now() / 1000);
