import type { Log, LogPayload } from '@gatehouse/contract/logs.ts';
import { CopyText } from '@gatehouse/ui/copy-text.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { KeyValueList } from '@gatehouse/ui/key-value-list.tsx';
import { Link } from '@gatehouse/ui/link.tsx';
import { paths } from '../paths.ts';
import { useTranslation } from '../phrases.tsx';
import { ApplicationName } from './application-name.tsx';
import { UserName } from './user-name.tsx';

/** The details of a log entry. */
export const LogFacts = ({ log }: { log: Log }) => {
  const { t, language } = useTranslation();
  const {
    key,
    result: _,
    error: __,
    ip,
    userAgent,
    userId,
    applicationId,
    sessionId,
    identifier: tried,
    params = {},
    ...details
  } = log.payload;
  const facts = [
    { key: t('logs.time'), value: <DateText value={log.createdAt} as="second" /> },
    { key: t('logs.event'), value: <CopyText text={key} /> },
    applicationId && {
      key: t('logs.application'),
      value: (
        <Link href={paths.application(applicationId)}>
          <ApplicationName id={applicationId} />
        </Link>
      ),
    },
    userId && {
      key: t('logs.user'),
      value: (
        <Link href={paths.user(userId)}>
          <UserName id={userId} />
        </Link>
      ),
    },
    tried !== undefined && { key: t('logs.identifier'), value: identifierOf(log.payload) },
    ip && { key: t('logs.ip'), value: <CopyText text={ip} /> },
    userAgent && { key: t('logs.user_agent'), value: userAgent },
    sessionId && { key: t('logs.session'), value: <CopyText text={sessionId} /> },
    ...Object.entries({ ...params, ...details }).map(([name, value]) => ({
      key: wordsOf(name),
      value: name === 'country' ? countriesOf(String(value), language) : textOf(value),
    })),
  ];
  return <KeyValueList items={facts.filter(fact => typeof fact === 'object')} />;
};

/** The identifier typed at sign-in, masked if it belongs to no user. */
export const identifierOf = ({ identifier }: LogPayload) =>
  typeof identifier === 'object' && identifier !== null && 'value' in identifier
    ? String(identifier.value)
    : undefined;

/** Other recorded fields have no label on screens: `tokenTypes` reads "Token types". */
const wordsOf = (name: string) => {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
    .replace(/\b(id|uri|url)\b/g, term => term.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Countries that share a calling code are written together. */
export const countriesOf = (codes: string, language: string) => {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return new Intl.ListFormat(language).format(codes.split(',').map(code => names.of(code) ?? code));
};

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
};
