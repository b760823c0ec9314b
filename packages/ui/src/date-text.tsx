import { dateFormat, relativeTimeFormat, shortDate, shortMoment } from '@gatehouse/phrases/formatters.ts';
import { useUiText } from './ui-text.tsx';

type DateTextProps = {
  /** Milliseconds since 1970. */
  value: number;
  /**
   * `date`, `moment` and, for logs, `second` say when; `ago` how long before or after now. The exact moment is in the
   * title of all.
   */
  as?: 'date' | 'moment' | 'second' | 'ago';
};

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** `Nov 5, 2026, 9:41:07 AM`, part by part: the ready-made styles of some languages are digits only. */
const exactParts = {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
} as const;

/** A point in time in the reader's language. */
export function DateText({ value, as = 'date' }: DateTextProps) {
  const { language } = useUiText();
  const exact = dateFormat(language, exactParts).format(value);
  const shown = {
    date: () => shortDate(value, language),
    moment: () => shortMoment(value, language),
    second: () => exact,
    ago: () => distance(value - Date.now(), language),
  }[as]();
  return (
    <time dateTime={new Date(value).toISOString()} title={exact}>
      {shown}
    </time>
  );
}

function distance(milliseconds: number, language: string) {
  const format = relativeTimeFormat(language, { numeric: 'auto' });
  const seconds = Math.round(milliseconds / 1000);
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return format.format(Math.trunc(seconds / size), unit);
}
