import { secondFactorNeededCode } from '@gatehouse/contract/dialect.ts';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { secondFactorNeeded } from './organization-access.ts';

type OAuthError = { error: string; error_description?: string };

const isOAuthError = (body: unknown): body is OAuthError =>
  typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string';

/** The dialect's error body: OAuth's, with `code` and `message` like every other answer of ours. */
export const addErrorCodes = async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
  await next();
  if (ctx.status === 404 && ctx.body === undefined) {
    ctx.status = 404;
    ctx.body = { code: 'request.not_found', message: 'Not found. Check the URL.' };
    return;
  }
  // An empty answer, as to a revocation, is of no type.
  if (ctx.body === '') ctx.remove('content-type');
  if (!isOAuthError(ctx.body) || ctx.query.parse_error === 'false') return;
  const { error, error_description: description } = ctx.body;
  const code = description === secondFactorNeeded ? secondFactorNeededCode : `oidc.${error}`;
  ctx.body = { code, message: description ?? error, ...ctx.body };
};
