import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Tenant } from '../domain/tenant.ts';
import { leaveSession } from './patches/requests.ts';
import { type RenderForm, readForm } from './provider-forms.ts';

/** The page for the code, the page that asks whether it is the right device, and the page at the end (RFC 8628). */
export const devicePages = (tenant: Tenant, render: RenderForm) => ({
  userCodeInputSource: async (ctx: KoaContextWithOIDC, form: string, _: unknown, error?: Error) => {
    const { action } = readForm(form);
    // The session that the form belonged to is over, and this one is too late to be saved.
    if (error && ctx.oidc.session?.exp === undefined) {
      leaveSession(ctx);
      ctx.redirect(action);
      return;
    }
    ctx.body = await render(tenant, ctx, {
      kind: 'device_code',
      ...readForm(form),
      userCode: ctx.oidc.params?.user_code as string | undefined,
      problem: error && problemOf(error),
    });
  },
  userCodeConfirmSource: async (
    ctx: KoaContextWithOIDC,
    form: string,
    _client: unknown,
    _device: unknown,
    userCode: string,
  ) => {
    const application = nameOf(ctx);
    ctx.body = await render(tenant, ctx, {
      kind: 'device_confirm',
      ...readForm(form),
      userCode,
      application,
    });
  },
  successSource: async (ctx: KoaContextWithOIDC) => {
    ctx.body = await render(tenant, ctx, { kind: 'device_done', application: nameOf(ctx) });
  },
});

const problemOf = (error: Error) => {
  if (error.name === 'AbortedError') return 'aborted';
  return 'userCode' in error || error.name === 'NoCodeError' ? 'code' : 'unknown';
};

const nameOf = ({ oidc }: KoaContextWithOIDC) => oidc.client?.clientName ?? oidc.client?.clientId ?? '';
