import type { ProviderForm } from '@gatehouse/contract/experience-page.ts';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Tenant } from '../domain/tenant.ts';

/** How the pages look is not the provider's business. */
export type RenderForm = (tenant: Tenant, ctx: KoaContextWithOIDC, form: ProviderForm) => Promise<string>;

/** What the library's form sends, without its looks. */
export const readForm = (html: string) => ({
  action: decode(/action="([^"]*)"/.exec(html)?.[1] ?? ''),
  fields: Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, decode(value)],
    ),
  ),
});

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

const decode = (text: string) => text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);
