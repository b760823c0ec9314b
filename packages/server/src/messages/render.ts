import { isCodeType, isSecurityNotice, type TemplateType } from '@gatehouse/contract/email-templates.ts';
import { escapeHtml } from '@gatehouse/contract/escape-html.ts';
import { fallbackLanguage, matchLanguage } from '@gatehouse/phrases/languages.ts';
import type { Kysely } from 'kysely';
import type { OutgoingMessage } from '../connectors/connector.ts';
import type { Tables } from '../database/tables.ts';
import { loadMailBrand } from './brand.ts';
import { composeEmail, composeText } from './compose.ts';
import { isNotice, type NoticeType } from './notice-types.ts';
import { describeNotice } from './notice-words.ts';
import { plainOf } from './plain-text.ts';

type Payload = Record<string, unknown>;
type Use = { templateType: TemplateType | NoticeType; payload: Payload; to: string };
type Template = {
  subject?: string;
  content: string;
  contentType?: 'text/html' | 'text/plain';
  replyTo?: string;
  sendFrom?: string;
  /** The language that it is written in, where that is known. */
  language?: string;
};
type OwnTemplate = Template & { usageType: TemplateType };

/** The languages that a message may be in: the recipient's, the tenant's, ours. */
export type Languages = { wanted?: string; fallback: string };

/** A message in the tenant's words for its language, else in those of its connector, else in ours. */
export const renderMessage = async (
  db: Kysely<Tables>,
  channel: 'Email' | 'Sms',
  { templateType, payload: given, to }: Use,
  config: Payload,
): Promise<OutgoingMessage> => {
  const languages = await languagesOf(db, given.locale);
  if (isNotice(templateType)) {
    const email = await composeEmail(languages.fallback, templateType, given, await loadMailBrand(db));
    return { to, type: 'Generic', payload: given, ...email };
  }
  const template =
    (channel === 'Email' ? await findTemplate(db, templateType, languages) : undefined) ??
    ownTemplate(config.templates, templateType);
  const language =
    [template?.language, languages.wanted, languages.fallback]
      .map(tag => matchLanguage(tag ?? ''))
      .find(known => known !== undefined) ?? fallbackLanguage;
  const notice = isSecurityNotice(templateType)
    ? (await describeNotice(language, templateType, given)).words
    : {};
  // Templates and connectors that choose by the language get one always.
  const payload = { ...given, locale: languages.wanted ?? languages.fallback, ...notice };
  const base = { to, type: templateType, payload };
  if (channel === 'Sms') {
    const text = template
      ? fillIn(template.content, payload)
      : await composeText(language, templateType, payload);
    return { ...base, subject: '', text, html: '' };
  }
  return template
    ? writeEmail(template, base)
    : { ...base, ...(await composeEmail(language, templateType, given, await loadMailBrand(db))) };
};

/** An email as the tenant's template has it, where there is one; for those who look at messages that are not sent. */
export const renderOwnEmail = async (db: Kysely<Tables>, use: Use): Promise<OutgoingMessage | undefined> => {
  const { templateType, payload } = use;
  if (isNotice(templateType)) return undefined;
  const template = await findTemplate(db, templateType, await languagesOf(db, payload.locale));
  return template && renderMessage(db, 'Email', use, {});
};

const writeEmail = (
  template: Template,
  base: Pick<OutgoingMessage, 'to' | 'type' | 'payload'>,
): OutgoingMessage => {
  const { payload } = base;
  const isHtml = template.contentType !== 'text/plain';
  const html = isHtml
    ? fillIn(template.content, payload, escapeHtml)
    : `<p>${escapeHtml(fillIn(template.content, payload)).replace(/\n/g, '<br>')}</p>`;
  return {
    ...base,
    subject: fillIn(template.subject ?? '', payload).replace(/[\r\n]+/g, ' '),
    html,
    text: isHtml ? plainOf(html) : fillIn(template.content, payload),
    ...(template.replyTo ? { replyTo: template.replyTo } : {}),
    ...(template.sendFrom ? { from: template.sendFrom } : {}),
  };
};

const languagesOf = async (db: Kysely<Tables>, locale: unknown): Promise<Languages> => {
  const { languageInfo } = await db
    .selectFrom('signInExperiences')
    .select('languageInfo')
    .executeTakeFirstOrThrow();
  const { fallbackLanguage: fallback } = languageInfo as { fallbackLanguage: string };
  return { wanted: typeof locale === 'string' ? locale : undefined, fallback };
};

/** For this use in this language, also without its region; else in the tenant's own; else the generic one. */
const findTemplate = async (
  db: Kysely<Tables>,
  templateType: TemplateType,
  { wanted, fallback }: Languages,
): Promise<Template | undefined> => {
  const rows = await db
    .selectFrom('emailTemplates')
    .select(['languageTag', 'templateType', 'details'])
    .where('templateType', 'in', [templateType, 'Generic'])
    .execute();
  for (const use of [templateType, ...(isCodeType(templateType) ? ['Generic'] : [])])
    for (const language of [wanted, matchLanguage(wanted ?? ''), wanted?.split('-', 1)[0], fallback]) {
      const found = rows.find(row => row.templateType === use && row.languageTag === language);
      if (found) return { ...found.details, language: found.languageTag };
    }
  return undefined;
};

const ownTemplate = (templates: unknown, templateType: TemplateType): Template | undefined => {
  if (!Array.isArray(templates)) return undefined;
  const own = templates as OwnTemplate[];
  const find = (use: TemplateType) => own.find(({ usageType }) => usageType === use);
  return find(templateType) ?? (isCodeType(templateType) ? find('Generic') : undefined);
};

/** `{{code}}`, `{{organization.name}}`; what is not there stays empty. */
const fillIn = (content: string, payload: Payload, quote = (text: string) => text) =>
  content.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (_, path: string) => {
    const value = path
      .split('.')
      .reduce<unknown>(
        (object, key) =>
          typeof object === 'object' && object !== null && Object.hasOwn(object, key)
            ? (object as Payload)[key]
            : undefined,
        payload,
      );
    return typeof value === 'string' || typeof value === 'number' ? quote(`${value}`) : '';
  });
