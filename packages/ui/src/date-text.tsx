import { relativeTimeFormat, shortDate, shortMoment } from '@gatehouse/phrases/formatters.ts';
import { useUiText } from './ui-text.tsx';

type DateTextProps = {
  /** Milliseconds since 1970. */
  value: number;
  /** `date` and `moment` say when; `ago` how long before or after now, with the moment in its title. */
  as?: 'date' | 'moment' | 'ago';
};

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** A point in time in the reader's language. */
export function DateText({ value, as = 'date' }: DateTextProps) {
  const { language } = useUiText();
  const moment = shortMoment(value, language);
  const shown = {
    date: () => shortDate(value, language),
    moment: () => moment,
    ago: () => distance(value - Date.now(), language),
  }[as]();
  return (
    <time dateTime={new Date(value).toISOString()} title={moment}>
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
