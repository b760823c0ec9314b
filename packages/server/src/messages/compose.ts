import { isSecurityNotice, type TemplateType } from '@gatehouse/contract/email-templates.ts';
import { loadPhrases } from '@gatehouse/phrases/load.ts';
import { createTranslator } from '@gatehouse/phrases/translate.ts';
import { type MailBrand, plainBrand } from './brand.ts';
import { type Email, type MailParts, printHtml, printText } from './layout.ts';
import { isNotice, type NoticeType } from './notice-types.ts';
import { describeNotice, type NoticePayload } from './notice-words.ts';

/** A message in our own words: a code to type in, a link to open, or something that administrators should know. */
export const composeEmail = async (
  language: string,
  templateType: TemplateType | NoticeType,
  payload: Record<string, unknown>,
  brand: MailBrand,
): Promise<Email> => {
  const parts = await composeParts(language, templateType, payload, brand);
  const name = nameOf(payload.application) ?? nameOf(payload.sender) ?? brand.name;
  return {
    subject: parts.subject,
    text: printText(parts),
    html: printHtml(language, { ...brand, name }, parts),
  };
};

/** The content of a message without its layout. */
export const composeParts = async (
  language: string,
  templateType: TemplateType | NoticeType,
  payload: Record<string, unknown>,
  brand: MailBrand,
): Promise<MailParts> => {
  const company = textOf((payload.sender as { company?: unknown } | undefined)?.company);
  return { ...(await putIntoWords(language, templateType, payload, brand)), company };
};

const putIntoWords = async (
  language: string,
  templateType: TemplateType | NoticeType,
  payload: Record<string, unknown>,
  { codeMinutes }: MailBrand,
): Promise<MailParts> => {
  const t = createTranslator(language, await loadPhrases(language, 'messages'));
  if (isNotice(templateType)) {
    const words = {
      name: namesOf(language, payload.regions) ?? textOf(payload.name) ?? '',
      tenant: nameOf(payload.tenant) ?? '',
      count: Number(payload.days ?? 0),
    };
    const address = textOf(payload.link) ?? '';
    return {
      subject: t(`notice.${templateType}.subject`, words),
      lead: t(`notice.${templateType}.lead`, words),
      link: { address, name: t(`notice.${templateType}.action`) },
      note: t('notice.note', words),
    };
  }
  if (isSecurityNotice(templateType)) {
    const { parts } = await describeNotice(language, templateType, payload as NoticePayload);
    return parts;
  }
  if (templateType !== 'OrganizationInvitation') {
    const code = textOf(payload.code) ?? '';
    return {
      subject: t(`code.${templateType}.subject`, { code }),
      lead: t(`code.${templateType}.lead`),
      code,
      ...(codeMinutes ? { validity: t('code.validity', { time: minutesIn(language, codeMinutes) }) } : {}),
      note: t('code.note'),
    };
  }
  const organization = nameOf(payload.organization);
  const inviter = nameOf(payload.inviter);
  const words = organization ? 'invitation' : 'invitation.unnamed';
  const names = { inviter: inviter ?? '', organization: organization ?? '' };
  const address = textOf(payload.link);
  return {
    subject: t(`${words}.subject`, names),
    lead: t(`${words}.${inviter ? 'by_somebody' : 'by_nobody'}`, names),
    ...(address ? { link: { address, name: t('invitation.action') } } : {}),
    note: t('invitation.note'),
  };
};

/** The same as a text message: short, and nothing but text. */
export const composeText = async (
  language: string,
  templateType: TemplateType,
  payload: Record<string, unknown>,
): Promise<string> => {
  const parts = await composeParts(language, templateType, payload, plainBrand);
  return templateType === 'OrganizationInvitation' ? printText(parts) : parts.subject;
};

const textOf = (value: unknown) => (typeof value === 'string' && value ? value : undefined);

const namesOf = (language: string, regions: unknown) => {
  if (!Array.isArray(regions)) return undefined;
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return new Intl.ListFormat(language).format(regions.map(region => names.of(region) ?? region));
};

const nameOf = (value: unknown) =>
  typeof value === 'object' && value !== null && 'name' in value ? textOf(value.name) : undefined;

const minutesIn = (language: string, minutes: number) =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(minutes);
