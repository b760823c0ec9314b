import { isSecurityNotice, type TemplateType } from '@gatehouse/contract/email-templates.ts';
import { directionOf } from '@gatehouse/phrases/languages.ts';
import { loadPhrases } from '@gatehouse/phrases/load.ts';
import { createTranslator } from '@gatehouse/phrases/translate.ts';
import { escapeHtml } from './escape-html.ts';
import { describeNotice, type NoticePayload } from './notice-words.ts';
import { isNotice, type NoticeType } from './notices.ts';

export type Email = { subject: string; text: string; html: string };

type Parts = {
  subject: string;
  lead: string;
  code?: string;
  details?: { name: string; value: string }[];
  link?: { address: string; name: string };
  note: string;
};

/** A message in our own words: a code to type in, a link to open, or something that administrators should know. */
export const composeEmail = async (
  language: string,
  templateType: TemplateType | NoticeType,
  payload: Record<string, unknown>,
): Promise<Email> => {
  const email = await compose(language, templateType, payload);
  const company = textOf((payload.sender as { company?: unknown } | undefined)?.company);
  if (!company) return email;
  return {
    ...email,
    text: `${email.text}\n\n${company}`,
    html: `${email.html}\n<p><small>${escapeHtml(company)}</small></p>`,
  };
};

const compose = async (
  language: string,
  templateType: TemplateType | NoticeType,
  payload: Record<string, unknown>,
): Promise<Email> => {
  const t = createTranslator(language, await loadPhrases(language, 'messages'));
  if (isNotice(templateType)) {
    const words = {
      name: namesOf(language, payload.regions) ?? textOf(payload.name) ?? '',
      tenant: nameOf(payload.tenant) ?? '',
      count: Number(payload.days ?? 0),
    };
    const address = textOf(payload.link) ?? '';
    return print(language, {
      subject: t(`notice.${templateType}.subject`, words),
      lead: t(`notice.${templateType}.lead`, words),
      link: { address, name: t(`notice.${templateType}.action`) },
      note: t('notice.note', words),
    });
  }
  if (isSecurityNotice(templateType)) {
    const { parts } = await describeNotice(language, templateType, payload as NoticePayload);
    return print(language, parts);
  }
  if (templateType !== 'OrganizationInvitation') {
    const code = textOf(payload.code) ?? '';
    return print(language, {
      subject: t(`code.${templateType}.subject`, { code }),
      lead: t(`code.${templateType}.lead`),
      code,
      note: t('code.note'),
    });
  }
  const organization = nameOf(payload.organization);
  const inviter = nameOf(payload.inviter);
  const words = organization ? 'invitation' : 'invitation.unnamed';
  const names = { inviter: inviter ?? '', organization: organization ?? '' };
  const address = textOf(payload.link);
  return print(language, {
    subject: t(`${words}.subject`, names),
    lead: t(`${words}.${inviter ? 'by_somebody' : 'by_nobody'}`, names),
    ...(address ? { link: { address, name: t('invitation.action') } } : {}),
    note: t('invitation.note'),
  });
};

/** The same as a text message: short, and nothing but text. */
export const composeText = async (
  language: string,
  templateType: TemplateType,
  payload: Record<string, unknown>,
): Promise<string> => {
  const { subject, text } = await composeEmail(language, templateType, payload);
  return templateType === 'OrganizationInvitation' ? text : subject;
};

const textOf = (value: unknown) => (typeof value === 'string' && value ? value : undefined);

const namesOf = (language: string, regions: unknown) => {
  if (!Array.isArray(regions)) return undefined;
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return new Intl.ListFormat(language).format(regions.map(region => names.of(region) ?? region));
};

const nameOf = (value: unknown) =>
  typeof value === 'object' && value !== null && 'name' in value ? textOf(value.name) : undefined;

const print = (language: string, { subject, lead, code, details = [], link, note }: Parts): Email => ({
  subject,
  text: [
    lead,
    ...(code ? [code] : []),
    ...(details.length ? [details.map(({ name, value }) => `${name}: ${value}`).join('\n')] : []),
    ...(link ? [`${link.name}\n${link.address}`] : []),
    note,
  ].join('\n\n'),
  html: [
    `<div lang="${escapeHtml(language)}" dir="${directionOf(language)}">`,
    `<p>${escapeHtml(lead)}</p>`,
    ...(code ? [`<p class="code"><strong>${escapeHtml(code)}</strong></p>`] : []),
    ...(details.length
      ? [
          `<p>${details
            .map(({ name, value }) => `${escapeHtml(name)}: <bdi>${escapeHtml(value)}</bdi>`)
            .join('<br>')}</p>`,
        ]
      : []),
    ...(link && isWeb(link.address)
      ? [`<p><a href="${escapeHtml(link.address)}">${escapeHtml(link.name)}</a></p>`]
      : []),
    `<p>${escapeHtml(note)}</p>`,
    '</div>',
  ].join('\n'),
});

/** Tenants write links themselves: one that would run something is not made clickable. */
const isWeb = (address: string) => /^https?:$/.test(URL.parse(address)?.protocol ?? '');
