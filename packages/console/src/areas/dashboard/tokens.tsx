import { dashboard } from '@gatehouse/contract/dashboard.ts';
import { TimeChart } from '@gatehouse/ui/time-chart.tsx';
import { useT } from '../../phrases.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { CountedCard, useChartWords } from './counted.tsx';
import type { DayRange } from './range.ts';

export const Tokens = ({ range }: { range: DayRange }) => {
  const t = useT();
  const { dayOf, ...words } = useChartWords();
  const read = useReadOrFailure(
    dashboard.countTokens,
    { query: { from: range.from, date: range.to } },
    { keepPrevious: true },
  );
  return (
    <CountedCard title={t('dashboard.tokens_by_day')} read={read}>
      {({ curve }) => (
        <TimeChart
          {...words}
          caption={t('dashboard.tokens_by_day')}
          series={[
            { id: 'user', label: t('dashboard.user_tokens'), tone: 'accent' },
            { id: 'machine', label: t('dashboard.machine_tokens'), tone: 'soft' },
          ]}
          points={curve.map(({ date: day, userTokens, machineTokens }) => ({
            label: dayOf(day),
            values: { user: userTokens, machine: machineTokens },
          }))}
        />
      )}
    </CountedCard>
  );
};
