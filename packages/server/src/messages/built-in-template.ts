import { isSecurityNotice, type TemplateType } from '@gatehouse/contract/email-templates.ts';
import { fallbackLanguage, matchLanguage } from '@gatehouse/phrases/languages.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { loadMailBrand } from './brand.ts';
import { composeParts } from './compose.ts';
import { printHtml } from './layout.ts';
import { outlineNotice } from './notice-words.ts';

/** Only what looks like the address of a page becomes a button. */
const linkPlace = 'https://link.invalid/';

const names = {
  code: '{{code}}',
  link: linkPlace,
  organization: { name: '{{organization.name}}' },
  inviter: { name: '{{inviter.name}}' },
};

/** Our own message with the names of values in their places, for who wants to change a little about it. */
export const buildTemplate = async (
  db: Kysely<Tables>,
  { templateType, languageTag }: { templateType: TemplateType; languageTag: string },
) => {
  const language = matchLanguage(languageTag) ?? fallbackLanguage;
  const brand = await loadMailBrand(db);
  const parts = isSecurityNotice(templateType)
    ? await outlineNotice(language, templateType, linkPlace)
    : await composeParts(language, templateType, names, brand);
  const name = templateType === 'OrganizationInvitation' ? '{{organization.name}}' : '{{application.name}}';
  const html = printHtml(language, { ...brand, name }, parts);
  return {
    subject: parts.subject,
    content: html.replaceAll(linkPlace, '{{link}}'),
    contentType: 'text/html' as const,
  };
};
