import { KeyValueList } from '@gatehouse/ui/key-value-list.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { Meter } from '@gatehouse/ui/meter.tsx';
import { useT } from '../../phrases.tsx';
import { CountedCard, useChartWords } from './counted.tsx';
import { sumOf, useOverview } from './key-figures.tsx';
import type { DayRange } from './range.ts';

/** The share of started sign-ins and sign-ups that were completed. */
export const Conversion = ({ range }: { range: DayRange }) => {
  const t = useT();
  const { format } = useChartWords();
  return (
    <CountedCard title={t('dashboard.conversion')} read={useOverview(range)}>
      {({ days }) => {
        const started = sumOf(days, 'started');
        const completed = Math.min(sumOf(days, 'completed'), started);
        return (
          <Stack gap={3}>
            <KeyValueList
              items={[
                { key: t('dashboard.started'), value: format(started) },
                { key: t('dashboard.completed'), value: format(completed) },
              ]}
            />
            <Meter percent={started === 0 ? 0 : (completed / started) * 100} />
          </Stack>
        );
      }}
    </CountedCard>
  );
};
