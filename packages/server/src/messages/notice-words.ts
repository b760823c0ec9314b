import type { SecurityNoticeType } from '@gatehouse/contract/email-templates.ts';
import { readUserAgent } from '@gatehouse/contract/user-agent.ts';
import { shortDate } from '@gatehouse/phrases/formatters.ts';
import { loadPhrases } from '@gatehouse/phrases/load.ts';
import { createTranslator } from '@gatehouse/phrases/translate.ts';
import type { MailParts } from './layout.ts';

/** The data of a notice before it is rendered. */
export type NoticePayload = {
  at?: number;
  /** The time zone of the reader, where the profile names one. */
  zone?: string;
  factors?: string[];
  /** The name of the account that was linked, or of the token that was made. */
  name?: string;
  isByAdministrator?: boolean;
  ip?: string;
  userAgent?: string;
  application?: { name: string };
  /** When the account is erased. */
  deletionDueAt?: number;
  link?: string;
  locale?: string;
};

type Translator = ReturnType<typeof createTranslator>;

const factorTypes = ['Totp', 'WebAuthn', 'BackupCode'] as const;

/** A notice in the words of a language: what the tenant's own templates can name, and what ours are made of. */
export const describeNotice = async (language: string, type: SecurityNoticeType, payload: NoticePayload) => {
  const t = createTranslator(language, await loadPhrases(language, 'messages'));
  const { browser, system } = readUserAgent(payload.userAgent);
  const factors = factorTypes.filter(factor => payload.factors?.includes(factor));
  const words = {
    summary:
      payload.isByAdministrator && isAdministrative(type)
        ? t(`security.${type}.by_administrator`)
        : t(`security.${type}.by_user`, { date: dateOf(language, payload) }),
    account: type === 'AccountLinked' || type === 'AccountUnlinked' ? (payload.name ?? '') : '',
    token: type === 'PersonalAccessTokenCreated' ? (payload.name ?? '') : '',
    factor: factors.map(factor => t(`security.factors.${factor}`)).join(', '),
    time: timeOf(language, payload),
    device: [browser, system].filter(Boolean).join(', '),
    ip: payload.ip ?? '',
  };
  const application = payload.application?.name ?? '';
  return { words, parts: partsOf(t, type, { ...words, application }, payload.link) };
};

/** The same with the names of values in their places. */
export const outlineNotice = async (language: string, type: SecurityNoticeType, link: string) => {
  const t = createTranslator(language, await loadPhrases(language, 'messages'));
  const named = ['summary', ...(ownDetails[type] ?? []), 'time', 'device', 'ip'];
  const words = Object.fromEntries(named.map(name => [name, `{{${name}}}`]));
  return partsOf(t, type, { ...words, application: '{{application.name}}' }, link);
};

/** The details of a notice in addition to time and place. */
const ownDetails: Partial<Record<SecurityNoticeType, string[]>> = {
  AccountLinked: ['account'],
  AccountUnlinked: ['account'],
  PersonalAccessTokenCreated: ['token'],
  FactorAdded: ['factor'],
  FactorRemoved: ['factor'],
};

const partsOf = (
  t: Translator,
  type: SecurityNoticeType,
  { summary = '', ...values }: Partial<Record<DetailName | 'summary', string>>,
  link: string | undefined,
): MailParts => ({
  subject: t(`security.${type}.subject`),
  lead: summary,
  details: Object.entries(values).flatMap(([name, value]) =>
    value ? [{ name: t(`security.details.${name as DetailName}`), value }] : [],
  ),
  ...(link ? { link: { address: link, name: t('security.action') } } : {}),
  note: t(link ? 'security.note' : 'security.note_without_link'),
});

type DetailName = 'account' | 'token' | 'factor' | 'time' | 'device' | 'ip' | 'application';

/** The advice for administrators is worded differently. */
const isAdministrative = (
  type: SecurityNoticeType,
): type is Exclude<SecurityNoticeType, 'NewDevice' | 'DeletionScheduled' | 'DeletionCanceled'> =>
  !['NewDevice', 'DeletionScheduled', 'DeletionCanceled'].includes(type);

const dateOf = (language: string, { deletionDueAt, zone = 'UTC' }: NoticePayload) =>
  deletionDueAt === undefined ? '' : shortDate(deletionDueAt, language, zone);

const timeOf = (language: string, { at = Date.now(), zone = 'UTC' }: NoticePayload) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'long', timeZone: zone }).format(at);
