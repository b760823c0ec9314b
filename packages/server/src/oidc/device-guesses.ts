import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Tenant } from '../domain/tenant.ts';
import { withinAddressLimit } from '../http/address-limits.ts';
import { errorBody, languageOf } from '../http/errors.ts';
import { RequestError } from '../request-error.ts';
import type { ProviderOptions } from './provider-options.ts';
/**
 * A user code is short, because people type it, so wrong ones count against the network address that sends them
 * (RFC 8628 section 5.1).
 */
export const limitDeviceGuesses =
  (tenant: Tenant, { env, renderError }: Pick<ProviderOptions, 'env' | 'renderError'>) =>
  async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
    if (ctx.method !== 'POST' || ctx.path !== '/device') return next();
    const asked = { tenant, services: { env }, request: { ip: ctx.ip } };
    const guess = async () => {
      await next();
      if (!ctx.oidc?.entities.DeviceCode) throw wrongCode;
    };
    await withinAddressLimit({ perAddress: 'failures' }, asked, guess).catch(async (error: unknown) => {
      // The library has answered a wrong code with its form.
      if (error === wrongCode) return;
      if (!(error instanceof RequestError)) throw error;
      const body = await errorBody(error, languageOf(ctx.get('accept-language')));
      ctx.status = error.status;
      ctx.set('retry-after', String(error.retryAfterSeconds));
      ctx.type = 'html';
      ctx.body = await renderError(tenant, ctx, body);
    });
  };

const wrongCode = new RequestError('request.general');
