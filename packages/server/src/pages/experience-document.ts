import type { ExperiencePage } from '@gatehouse/contract/experience-page.ts';
import { loadPhrases, type Namespace } from '@gatehouse/phrases/load.ts';
import type { Phrases } from '@gatehouse/phrases/translate.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Brand } from '../domain/public-experience.ts';
import type { Tenant } from '../domain/tenant.ts';
import { languageOf } from '../http/errors.ts';
import { inlineData, plainPage } from '../http/html.ts';

/** The language that a request asks for. */
type WantedLanguage = { acceptLanguage?: string; locale?: unknown };

export const wantedBy = ({ headers, query }: FastifyRequest): WantedLanguage => ({
  acceptLanguage: headers['accept-language'],
  locale: (query as { ui_locales?: string }).ui_locales,
});

type Shown = {
  content?: Partial<ExperiencePage>;
  brand?: Brand;
  /** The text of the page in addition to that of the sign-in pages. */
  namespace?: Namespace;
};

/** Writes the HTML of a page: the built app, with what its first screen needs inlined. */
export const renderDocument = async (
  index: string | undefined,
  tenant: Tenant,
  wanted: WantedLanguage,
  { content = {}, brand = {}, namespace }: Shown = {},
) => {
  if (index === undefined) {
    const body = '<p>The sign-in pages were not built yet. Run <code>npm run build</code>.</p>';
    return plainPage({ title: 'Not built', body });
  }
  const signInExperience = await tenant.cached.publicExperience(brand);
  const { smsPolicy } = await tenant.cached.signInExperience();
  const { autoDetect, fallbackLanguage } = signInExperience.languageInfo;
  const language = languageOf(
    autoDetect ? (wanted.acceptLanguage ?? fallbackLanguage) : fallbackLanguage,
    wanted.locale,
    await tenant.cached.ownLanguages(),
  );
  const page: ExperiencePage = {
    tenantId: tenant.id,
    language,
    phrases: await tenant.cached.pagePhrases(language),
    kitPhrases: await loadPhrases(language, 'kit'),
    ...(namespace ? { ownPhrases: (await loadPhrases(language, namespace)) as Phrases } : {}),
    signInExperience,
    ...(smsPolicy.allowedCountries?.length ? { smsCountries: smsPolicy.allowedCountries } : {}),
    hasInteraction: false,
    ...content,
  };
  return inlineData(index, 'gatehouse-data', page, language);
};

export const sendDocument = (reply: FastifyReply, html: string, policy?: string) => {
  if (policy) reply.header('content-security-policy', policy);
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html);
};
