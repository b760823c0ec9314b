import { createHash } from 'node:crypto';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { pathOf } from '../domain/path-of.ts';
import type { Tenant } from '../domain/tenant.ts';
import { type RenderForm, readForm } from './provider-forms.ts';

/** The page shown when no application asks for a redirect. */
const donePage = '/signed-out';

const submitScript = "document.getElementById('op.logoutForm').submit();";
const submitScriptHash = createHash('sha256').update(submitScript).digest('base64');

/**
 * A user is signed out without a question if the request has a valid ID token of their own session, or comes from an
 * application that the session was used for and that the browser returns to: the SDKs of this dialect send no ID token.
 * All others are asked.
 */
export const logoutPages = (tenant: Tenant, render: RenderForm) => ({
  logoutSource: async (ctx: KoaContextWithOIDC, form: string) => {
    if (!isOwnSession(ctx) && !isFromOwnApplication(ctx)) {
      ctx.body = await render(tenant, ctx, { kind: 'sign_out', ...readForm(form) });
      return;
    }
    ctx.set(
      'content-security-policy',
      `default-src 'none'; script-src 'sha256-${submitScriptHash}'; base-uri 'none'; frame-ancestors 'none'`,
    );
    const withChoice = form.replace('</form>', '<input type="hidden" name="logout" value="yes"/></form>');
    ctx.body = `<!doctype html><title>Signing out</title>${withChoice}<script>${submitScript}</script>`;
  },
  postLogoutSuccessSource: (ctx: KoaContextWithOIDC) => {
    ctx.redirect(`${pathOf(tenant)}${donePage}`);
  },
});

const isOwnSession = ({ oidc: { entities, session } }: KoaContextWithOIDC) =>
  entities.IdTokenHint?.payload.sub === session?.accountId;

/** The library has checked by now that the address to go back to is one of the application's. */
const isFromOwnApplication = ({ oidc: { client, session, params, entities } }: KoaContextWithOIDC) =>
  !entities.IdTokenHint &&
  client !== undefined &&
  params?.post_logout_redirect_uri !== undefined &&
  session?.authorizations?.[client.clientId] !== undefined;
