import { dashboard } from '@gatehouse/contract/dashboard.ts';
import { Grid } from '@gatehouse/ui/layout.tsx';
import { useRead } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { CountedStat } from './counted.tsx';

export const UserCounts = () => {
  const t = useT();
  const { data: all } = useRead(dashboard.countUsers, {});
  const { data: added } = useRead(dashboard.countNewUsers, {});
  return (
    <Grid minWidth="220px" isFull>
      <CountedStat label={t('dashboard.total_users')} counted={all && { count: all.totalUserCount }} />
      <CountedStat
        label={t('dashboard.new_today')}
        counted={added?.today}
        since={t('dashboard.since_yesterday')}
      />
      <CountedStat
        label={t('dashboard.new_in_week')}
        counted={added?.last7Days}
        since={t('dashboard.since_week_before')}
      />
    </Grid>
  );
};
