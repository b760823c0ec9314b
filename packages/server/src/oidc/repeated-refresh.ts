import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KoaContextWithOIDC, Provider, RefreshToken } from 'oidc-provider';
import type { TenantDatabase } from '../database/database.ts';
import { UsedByAnotherRequest, writeTogether } from './adapter.ts';
import { holdRotation } from './patches/refresh-tokens.ts';

/**
 * Two tabs, or a retry after a lost answer, send the same refresh token twice within a moment. That is no theft: both
 * get the same successor. Later, or when the successor was used too, a used token takes its whole grant with it. The
 * answer may have been lost with the process that had it, and clients ask again once a server is back.
 */
const repeatSeconds = 60;

/** As long as the faster of two requests may take to store the successor. */
const patienceSeconds = 2;

/** The token that each request presents. The library looks it up again and must not see what others did in between. */
const presented = new WeakMap<KoaContextWithOIDC, RefreshToken>();

type Step = () => Promise<unknown>;

/**
 * The library uses a token up before it knows whether it will answer with another one. A request that is refused, say
 * for an organization that the user left, must not cost the sign-in: we rotate when the answer is ready.
 */
const rotations = new WeakMap<KoaContextWithOIDC, Step[]>();

/** Requests that got the successor of what they sent: it must not be rotated again. */
const repeated = new WeakSet<KoaContextWithOIDC>();

export const isRepeated = (ctx: KoaContextWithOIDC) => repeated.has(ctx);

type Handle<Context> = (ctx: Context) => Promise<void> | void;

export const answerRepeatedRefresh =
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
      repeated.add(ctx);
      return handle(ctx);
    };

    if (typeof token.consumed === 'number') {
      const successor = now() - token.consumed <= repeatSeconds && (await awaitSuccessor(provider, token));
      return successor ? present(successor) : handle(ctx);
    }
    presented.set(ctx, token);
    const rotation: Step[] = [];
    rotations.set(ctx, rotation);
    try {
      await handle(ctx);
      if (rotation.length > 0) await stores.get(provider as Provider)?.together(rotation);
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
export const deriveSuccessors = (provider: Provider, database: TenantDatabase, secret: string) => {
  stores.set(provider, {
    secret,
    // A token that is used up while the next one was not stored would look like a stolen one at the next try.
    together: steps =>
      writeTogether(database, async () => {
        for (const step of steps) await step();
      }),
  });
  holdRotation(provider, {
    presented: ctx => presented.get(ctx),
    waiting: ctx => rotations.get(ctx),
    successorOf: token => successorOf(provider, token),
  });
};

type Store = { secret: string; together(steps: readonly Step[]): Promise<void> };

const stores = new WeakMap<Provider, Store>();

const successorOf = (provider: Provider, { jti }: RefreshToken) =>
  createHmac('sha256', stores.get(provider)?.secret ?? '')
    .update(`refresh token after ${jti}`)
    .digest('base64url');

/** The faster request has used the token up but may not have stored the next one yet. One that was used is no use. */
const awaitSuccessor = async (provider: Provider, token: RefreshToken) => {
  const value = successorOf(provider, token);
  for (const deadline = now() + patienceSeconds; now() <= deadline; await sleep(25)) {
    const successor = await provider.RefreshToken.find(value);
    if (successor) return successor.consumed ? undefined : successor;
  }
  return undefined;
};

const now = () => Math.floor(Date.now() / 1000);
