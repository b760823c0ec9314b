import { createHash } from 'node:crypto';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Tenant } from '../domain/tenant.ts';

/** Short: keys can be replaced at once, and clients look again when they do not know a key. */
const keysSeconds = 300;

/** Adds what clients of the dialect expect in the provider's responses beyond the standard. */
export const completeAnswers =
  (tenant: Tenant) => async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
    await next();
    if (ctx.status !== 200 || !ctx.body) return;
    const { route } = ctx.oidc ?? {};
    if (route === 'jwks') ctx.set('cache-control', `public, max-age=${keysSeconds}`);
    if (route === 'token' && isToken(ctx.body)) ctx.body = withScope(ctx.body);
    if (route === 'userinfo') tag(ctx);
    if (route === 'device_authorization')
      ctx.body = { ...(ctx.body as object), ...deviceAddresses(tenant, ctx.body) };
  };

/** Short enough to be typed; the page itself is the provider's. */
const deviceAddresses = ({ endpoint }: Tenant, body: unknown) => {
  const { user_code: userCode = '' } = body as { user_code?: string };
  const address = `${endpoint}/device`;
  return {
    verification_uri: address,
    verification_uri_complete: `${address}?${new URLSearchParams({ user_code: userCode })}`,
  };
};

type Token = { scope?: string; token_type?: string };

const isToken = (body: unknown): body is Token =>
  typeof body === 'object' && body !== null && 'access_token' in body;

/** In the order in which the library writes the others. */
const withScope = ({ token_type: type, ...answer }: Token) => ({
  ...answer,
  scope: answer.scope ?? '',
  token_type: type,
});

/** A client that has the same already need not read it again. */
const tag = (ctx: KoaContextWithOIDC) => {
  const text = typeof ctx.body === 'string' ? ctx.body : JSON.stringify(ctx.body);
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  ctx.set('etag', etag);
  if (ctx.method === 'GET' && ctx.get('if-none-match') === etag) {
    ctx.status = 304;
    ctx.body = null;
  }
};
