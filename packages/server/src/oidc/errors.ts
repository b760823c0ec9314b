import type { KoaContextWithOIDC } from 'oidc-provider';

type OAuthError = { error: string; error_description?: string };

const isOAuthError = (body: unknown): body is OAuthError =>
  typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string';

/** The dialect's error body: OAuth's, with `code` and `message` like every other answer of ours. */
export const addErrorCodes = async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
  await next();
  if (ctx.status === 404 && ctx.body === undefined) {
    ctx.status = 404;
    ctx.body = { code: 'request.not_found', message: 'There is nothing at this address.' };
    return;
  }
  if (!isOAuthError(ctx.body) || ctx.query.parse_error === 'false') return;
  const { error, error_description: description } = ctx.body;
  ctx.body = { code: `oidc.${error}`, message: description ?? error, ...ctx.body };
};
