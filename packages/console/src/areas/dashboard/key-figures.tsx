import { type DayCounts, dashboard } from '@gatehouse/contract/dashboard.ts';
import { compactNumber, groupedNumber } from '@gatehouse/phrases/formats.ts';
import { numberFormat } from '@gatehouse/phrases/formatters.ts';
import { Card } from '@gatehouse/ui/card.tsx';
import { Grid } from '@gatehouse/ui/layout.tsx';
import { Sparkline } from '@gatehouse/ui/sparkline.tsx';
import { Stat } from '@gatehouse/ui/stat.tsx';
import { useTranslation } from '../../phrases.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { type DayRange, lengthOf } from './range.ts';

/** Several cards ask the same: the answer is fetched once. */
export const useOverview = (range: DayRange) =>
  useReadOrFailure(dashboard.readOverview, { query: range }, { keepPrevious: true });

type Count = Exclude<keyof DayCounts, 'date'>;

export const sumOf = (days: readonly DayCounts[], name: Count) =>
  days.reduce((sum, day) => sum + day[name], 0);

const mostBars = 15;

/** As many bars as fit, each for the same number of days. */
const barsOf = (values: readonly number[]) => {
  const size = Math.max(Math.ceil(values.length / mostBars), 1);
  return Array.from({ length: Math.ceil(values.length / size) }, (_, index) =>
    values.slice(index * size, (index + 1) * size).reduce((sum, value) => sum + value, 0),
  );
};

const conversionOf = (days: readonly DayCounts[]) => {
  const started = sumOf(days, 'started');
  return started === 0 ? undefined : Math.min(sumOf(days, 'completed') / started, 1);
};

/** In a place too narrow for a line of four, two lines of two: a tile takes half of the width. */
const fourOrTwo = 'max(180px, min(50% - 8px, (770px - 100%) * 99))';

/** Four figures of the range, each compared with the days before it. */
export const KeyFigures = ({ range }: { range: DayRange }) => {
  const { t, language } = useTranslation();
  const { data, failure } = useOverview(range);
  if (failure) return failure;
  const percent = numberFormat(language, { style: 'percent' });
  const signed = numberFormat(language, { style: 'percent', signDisplay: 'exceptZero' });
  const count = lengthOf(range);
  const { days = [], previous = [] } = data ?? {};
  const figure = (label: string, name: Count, divisor = 1) => {
    const now = sumOf(days, name) / divisor;
    const before = sumOf(previous, name) / divisor;
    const value = Math.round(now);
    return {
      label,
      value: <span title={groupedNumber(value, language)}>{compactNumber(value, language)}</span>,
      change: before === 0 ? undefined : now / before - 1,
      bars: barsOf(days.map(day => day[name])),
    };
  };
  const [conversion, conversionBefore] = [conversionOf(days), conversionOf(previous)];
  const figures = [
    figure(t('dashboard.average'), 'activeUsers', count),
    figure(t('dashboard.new_users'), 'newUsers'),
    figure(t('dashboard.sign_ins_by_day'), 'completed'),
    {
      label: t('dashboard.conversion'),
      value: conversion === undefined ? '–' : percent.format(conversion),
      change:
        conversion === undefined || conversionBefore === undefined
          ? undefined
          : conversion - conversionBefore,
      bars: barsOf(days.map(({ started, completed }) => (started ? Math.min(completed / started, 1) : 0))),
    },
  ];
  return (
    <Card>
      <Grid minWidth={fourOrTwo} isFull>
        {figures.map(({ label, value, change, bars }) => (
          <Stat
            key={label}
            label={label}
            value={data && value}
            change={change}
            changeLabel={
              data && change === undefined
                ? undefined
                : `${signed.format(change ?? 0)} ${t('dashboard.since_days', { count })}`
            }
            curve={data && <Sparkline values={bars} label={label} />}
          />
        ))}
      </Grid>
    </Card>
  );
};
