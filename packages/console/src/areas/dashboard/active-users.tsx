import { dashboard } from '@gatehouse/contract/dashboard.ts';
import { Grid, Stack } from '@gatehouse/ui/layout.tsx';
import { TimeChart } from '@gatehouse/ui/time-chart.tsx';
import { useT } from '../../phrases.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { CountedCard, CountedStat, useChartWords } from './counted.tsx';
import { useOverview } from './key-figures.tsx';
import type { DayRange } from './range.ts';

export const ActiveUsers = ({ range }: { range: DayRange }) => {
  const t = useT();
  const { dayOf, ...words } = useChartWords();
  const read = useReadOrFailure(
    dashboard.countActiveUsers,
    { query: { from: range.from, date: range.to } },
    { keepPrevious: true },
  );
  const { data: overview } = useOverview(range);
  return (
    <Stack gap={4}>
      <Grid minWidth="220px" isFull>
        <CountedStat
          label={t('dashboard.daily_active')}
          counted={read.data?.dau}
          since={t('dashboard.since_day_before')}
        />
        <CountedStat
          label={t('dashboard.weekly_active')}
          counted={read.data?.wau}
          since={t('dashboard.since_week_before')}
        />
        <CountedStat
          label={t('dashboard.monthly_active')}
          counted={read.data?.mau}
          since={t('dashboard.since_month_before')}
        />
      </Grid>
      <CountedCard title={t('dashboard.active_by_day')} read={read}>
        {({ dauCurve }) => (
          <TimeChart
            {...words}
            kind="area"
            previous={
              overview && {
                label: t('dashboard.previous'),
                values: overview.previous.map(({ activeUsers }) => activeUsers),
              }
            }
            caption={t('dashboard.active_by_day')}
            series={[{ id: 'count', label: t('dashboard.active_users'), tone: 'accent' }]}
            points={dauCurve.map(({ date: day, count }) => ({ label: dayOf(day), values: { count } }))}
          />
        )}
      </CountedCard>
    </Stack>
  );
};
