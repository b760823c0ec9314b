import { dayMs, minuteMs } from '@gatehouse/contract/duration.ts';
import { useAddressQuery } from '../../link.tsx';
import { paths } from '../../paths.ts';

export const lengths = ['7', '30', '90'] as const;
type Length = (typeof lengths)[number] | 'custom';

/** Days of a range in UTC, both included. */
export type DayRange = { from: string; to: string };

const isDate = (text: string | null): text is string => text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text);
const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const longestDays = 366;

export const lengthOf = ({ from, to }: DayRange) => (Date.parse(to) - Date.parse(from)) / dayMs + 1;

const shift = (date: string, days: number) => dateOf(Date.parse(date) + days * dayMs);

/** The other end of a range follows, so that it neither ends before it begins nor grows too long. */
const within = (date: string, first: string, last: string) => {
  if (date < first) return first;
  return date > last ? last : date;
};

/** The range lives in the address: a number of days up to today, or two dates. */
export const useDayRange = () => {
  const [address, setAddress] = useAddressQuery();
  const today = dateOf(Date.now());
  const [from, to] = [address.get('from'), address.get('to')];
  const custom = isDate(from) && isDate(to) && from <= to ? { from, to } : undefined;
  const days = lengths.find(each => each === address.get('days')) ?? '30';
  const recent = { from: dateOf(Date.parse(today) - (Number(days) - 1) * dayMs), to: today };
  const range: DayRange = custom && lengthOf(custom) <= longestDays ? custom : recent;
  const length: Length = range === custom ? 'custom' : days;
  return {
    range,
    today,
    length,
    setLength: (next: Length) =>
      setAddress(
        next === 'custom'
          ? { days: undefined, ...range }
          : { days: next === '30' ? undefined : next, from: undefined, to: undefined },
      ),
    setFrom: (next: string) =>
      setAddress({ from: next, to: within(range.to, next, shift(next, longestDays - 1)) }),
    setTo: (next: string) =>
      setAddress({ from: within(range.from, shift(next, 1 - longestDays), next), to: next }),
  };
};

/** The audit log takes times of the reader. */
const localTime = (time: number) => {
  const offsetMs = new Date(time).getTimezoneOffset() * minuteMs;
  return new Date(time - offsetMs).toISOString().slice(0, 16);
};

/** The sign-ins of one day in the audit log. */
export const logOfDay = (date: string, filters: Record<string, string> = {}) => {
  const start = Date.parse(date);
  const time = `${localTime(start)}~${localTime(start + dayMs - minuteMs)}`;
  return `${paths.auditLogs()}?${new URLSearchParams({ time, ...filters })}`;
};
