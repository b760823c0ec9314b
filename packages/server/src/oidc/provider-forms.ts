import type { ProviderForm } from '@gatehouse/contract/experience-page.ts';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Tenant } from '../domain/tenant.ts';

/** The provider does not decide how its pages look. */
export type RenderForm = (tenant: Tenant, ctx: KoaContextWithOIDC, form: ProviderForm) => Promise<string>;

/** Reads the fields of the library's form, without its markup. */
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
