import type { SecurityNoticeType } from '@gatehouse/contract/email-templates.ts';
import { readUserAgent } from '@gatehouse/contract/user-agent.ts';
import { shortDate } from '@gatehouse/phrases/formatters.ts';
import { loadPhrases } from '@gatehouse/phrases/load.ts';
import { createTranslator } from '@gatehouse/phrases/translate.ts';

/** What a notice holds until it is put into words. */
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
  const details = Object.entries({ ...words, application }).flatMap(([name, value]) =>
    name !== 'summary' && value ? [{ name: t(`security.details.${name as DetailName}`), value }] : [],
  );
  return {
    words,
    parts: {
      subject: t(`security.${type}.subject`),
      lead: words.summary,
      details,
      ...(payload.link ? { link: { address: payload.link, name: t('security.action') } } : {}),
      note: t(payload.link ? 'security.note' : 'security.note_without_link'),
    },
  };
};

type DetailName = 'account' | 'token' | 'factor' | 'time' | 'device' | 'ip' | 'application';

/** What an administrator can do is told in other words. */
const isAdministrative = (
  type: SecurityNoticeType,
): type is Exclude<SecurityNoticeType, 'NewDevice' | 'DeletionScheduled' | 'DeletionCanceled'> =>
  !['NewDevice', 'DeletionScheduled', 'DeletionCanceled'].includes(type);

const dateOf = (language: string, { deletionDueAt, zone = 'UTC' }: NoticePayload) =>
  deletionDueAt === undefined ? '' : shortDate(deletionDueAt, language, zone);

const timeOf = (language: string, { at = Date.now(), zone = 'UTC' }: NoticePayload) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'long', timeZone: zone }).format(at);
