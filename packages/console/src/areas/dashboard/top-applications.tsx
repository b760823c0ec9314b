import { dashboard } from '@gatehouse/contract/dashboard.ts';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { Illustration } from '@gatehouse/ui/illustration.tsx';
import { TextLink } from '@gatehouse/ui/link.tsx';
import { SettingList } from '@gatehouse/ui/setting-list.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { CountedCard, useChartWords } from './counted.tsx';
import type { DayRange } from './range.ts';

/** The applications with the most sign-ins. */
export const TopApplications = ({ range }: { range: DayRange }) => {
  const t = useT();
  const { format } = useChartWords();
  const read = useReadOrFailure(dashboard.listTopApplications, { query: range }, { keepPrevious: true });
  return (
    <CountedCard title={t('dashboard.top_applications')} read={read}>
      {applications =>
        applications.length === 0 ? (
          <EmptyState illustration={<Illustration of="applications" />}>
            {t('dashboard.no_applications')}
          </EmptyState>
        ) : (
          <SettingList
            settings={applications.map(({ applicationId, name, signIns }) => ({
              key: applicationId,
              label: <TextLink href={paths.application(applicationId)}>{name}</TextLink>,
              value: null,
              action: format(signIns),
            }))}
          />
        )
      }
    </CountedCard>
  );
};
