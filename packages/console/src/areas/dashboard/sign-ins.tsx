import { dashboard } from '@gatehouse/contract/dashboard.ts';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { Illustration } from '@gatehouse/ui/illustration.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { ShareList } from '@gatehouse/ui/share-list.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { TimeChart } from '@gatehouse/ui/time-chart.tsx';
import { useGoTo } from '../../link.tsx';
import { useT } from '../../phrases.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { CountedCard, useChartWords } from './counted.tsx';
import { useOverview } from './key-figures.tsx';
import { type DayRange, logOfDay } from './range.ts';

/** Three cards ask the same: the answer is fetched once. */
const useSignIns = (range: DayRange) =>
  useReadOrFailure(
    dashboard.countSignIns,
    { query: { from: range.from, date: range.to } },
    { keepPrevious: true },
  );

export const SignIns = ({ range }: { range: DayRange }) => {
  const t = useT();
  const goTo = useGoTo();
  const { dayOf, ...words } = useChartWords();
  const { data: overview } = useOverview(range);
  return (
    <CountedCard title={t('dashboard.sign_ins_by_day')} read={useSignIns(range)}>
      {({ curve }) => (
        <TimeChart
          {...words}
          opening={{
            label: ({ label }) => t('dashboard.open_day', { day: label }),
            open: index => goTo(logOfDay(curve[index]?.date ?? range.to)),
          }}
          previous={
            overview && {
              label: t('dashboard.previous'),
              values: overview.previous.map(({ completed }) => completed),
            }
          }
          caption={t('dashboard.sign_ins_by_day')}
          series={[
            { id: 'signIns', label: t('dashboard.sign_ins'), tone: 'accent' },
            { id: 'registrations', label: t('dashboard.registrations'), tone: 'soft' },
          ]}
          points={curve.map(({ date: day, ...values }) => ({ label: dayOf(day), values }))}
        />
      )}
    </CountedCard>
  );
};

export const Failures = ({ range }: { range: DayRange }) => {
  const t = useT();
  const goTo = useGoTo();
  const { dayOf, ...words } = useChartWords();
  return (
    <CountedCard title={t('dashboard.failures_by_day')} read={useSignIns(range)}>
      {({ curve }) => (
        <TimeChart
          {...words}
          opening={{
            label: ({ label }) => t('dashboard.open_day', { day: label }),
            open: index => goTo(logOfDay(curve[index]?.date ?? range.to, { outcome: 'Error' })),
          }}
          caption={t('dashboard.failures_by_day')}
          series={[
            { id: 'failures', label: t('dashboard.failures'), tone: 'warning' },
            { id: 'blocks', label: t('dashboard.blocks'), tone: 'danger' },
          ]}
          points={curve.map(({ date: day, ...values }) => ({ label: dayOf(day), values }))}
        />
      )}
    </CountedCard>
  );
};

export const SignInsByFactor = ({ range }: { range: DayRange }) => {
  const t = useT();
  const { format } = useChartWords();
  const share = (count: number, percent: number) =>
    t('dashboard.share', { count: format(count), percent: String(percent) });
  return (
    <CountedCard title={t('dashboard.by_method')} read={useSignIns(range)}>
      {({ firstFactors, secondFactors }) => {
        const groups = [
          { title: t('dashboard.first_factors'), factors: firstFactors },
          { title: t('dashboard.second_factors'), factors: secondFactors },
        ].filter(({ factors }) => factors.some(({ count }) => count > 0));
        if (!groups.length)
          return (
            <EmptyState illustration={<Illustration of="chart" />}>{t('dashboard.no_sign_ins')}</EmptyState>
          );
        return (
          <Stack gap={5}>
            {groups.map(({ title, factors }) => (
              <Stack key={title} gap={2}>
                <Text tone="soft" size="small">
                  {title}
                </Text>
                <ShareList
                  label={title}
                  format={share}
                  shares={factors.map(({ factor, count }) => ({
                    id: factor,
                    name: t(`dashboard.factors.${factor}`),
                    count,
                  }))}
                />
              </Stack>
            ))}
          </Stack>
        );
      }}
    </CountedCard>
  );
};
