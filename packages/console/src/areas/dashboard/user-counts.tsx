import { dashboard } from '@gatehouse/contract/dashboard.ts';
import { Grid } from '@gatehouse/ui/layout.tsx';
import { useT } from '../../phrases.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { CountedStat } from './counted.tsx';

export const UserCounts = () => {
  const t = useT();
  const users = useReadOrFailure(dashboard.countUsers, {});
  const added = useReadOrFailure(dashboard.countNewUsers, {});
  const failure = users.failure ?? added.failure;
  if (failure) return failure;
  return (
    <Grid minWidth="220px" isFull>
      <CountedStat
        label={t('dashboard.total_users')}
        counted={users.data && { count: users.data.totalUserCount }}
      />
      <CountedStat
        label={t('dashboard.new_today')}
        counted={added.data?.today}
        since={t('dashboard.since_yesterday')}
      />
      <CountedStat
        label={t('dashboard.new_in_week')}
        counted={added.data?.last7Days}
        since={t('dashboard.since_week_before')}
      />
    </Grid>
  );
};
