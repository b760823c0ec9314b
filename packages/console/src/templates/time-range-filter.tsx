import { minuteMs } from '@gatehouse/contract/duration.ts';
import { Select } from '@gatehouse/ui/select.tsx';
import { useT } from '../phrases.tsx';
import { DateInput } from './date-input.tsx';

const ranges = { hour: 60, day: 1440, week: 10_080, month: 43_200 } as const;
type RangeName = keyof typeof ranges;
const rangeNames = Object.keys(ranges) as RangeName[];

const isRangeName = (value: string): value is RangeName => Object.hasOwn(ranges, value);

/** `2026-01-31T08:00~2026-02-01T08:00` in the reader's own time; either side may be missing. */
const separator = '~';

/** The query for a time range in the URL. A relative range moves by the minute, so that responses can be cached. */
export const queryOfTimeRange = (value: string) => {
  if (isRangeName(value)) {
    const now = Math.floor(Date.now() / minuteMs) * minuteMs;
    return { start_time: now - ranges[value] * minuteMs };
  }
  const [start, end] = value.split(separator).map(text => Date.parse(text));
  return { start_time: start || undefined, end_time: end || undefined };
};

type TimeRangeFilterProps = { value: string | undefined; onChange: (value: string | undefined) => void };

/** The last hour, day, week or month, or from one moment to another. */
export const TimeRangeFilter = ({ value, onChange }: TimeRangeFilterProps) => {
  const t = useT();
  const isCustom = value !== undefined && !isRangeName(value);
  const [start = '', end = ''] = isCustom ? value.split(separator) : [];
  // Both are written alike, so that they compare as texts.
  const isWrongWay = start !== '' && end !== '' && end < start;
  const set = (from: string, to: string) => onChange(`${from}${separator}${to}`);
  return (
    <>
      <Select
        label={t('time_range.label')}
        value={isCustom ? 'custom' : (value ?? '')}
        onChange={next => onChange(next === 'custom' ? separator : next || undefined)}
        options={[
          { value: '', label: t('general.any_time') },
          ...rangeNames.map(name => ({ value: name, label: t(`time_range.${name}`) })),
          { value: 'custom', label: t('time_range.custom') },
        ]}
      />
      {isCustom && (
        <>
          <div>
            <DateInput
              type="datetime-local"
              label={t('time_range.from')}
              value={start}
              max={end || undefined}
              onChange={next => set(next, end)}
            />
          </div>
          <div>
            <DateInput
              type="datetime-local"
              label={t('time_range.to')}
              value={end}
              min={start || undefined}
              isInvalid={isWrongWay}
              onChange={next => set(start, next)}
            />
          </div>
        </>
      )}
    </>
  );
};
