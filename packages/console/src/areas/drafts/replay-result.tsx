import { type DraftReplay, replayPeriods } from '@gatehouse/contract/draft-replay.ts';
import { type Draft, drafts } from '@gatehouse/contract/drafts.ts';
import { groupedNumber } from '@gatehouse/phrases/formats.ts';
import { dateFormat, numberFormat } from '@gatehouse/phrases/formatters.ts';
import { BulletList } from '@gatehouse/ui/bullet-list.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { Illustration } from '@gatehouse/ui/illustration.tsx';
import { Grid, Row, Stack } from '@gatehouse/ui/layout.tsx';
import { TextLink } from '@gatehouse/ui/link.tsx';
import { Segmented } from '@gatehouse/ui/segmented.tsx';
import { DelayedLoading } from '@gatehouse/ui/spinner.tsx';
import { Stat } from '@gatehouse/ui/stat.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { TimeChart } from '@gatehouse/ui/time-chart.tsx';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { useT, useTranslation } from '../../phrases.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { ExportMenu } from '../../templates/export-menu.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { ReplayGroups } from './replay-groups.tsx';

const periods = replayPeriods.map(String);

/** Shows how recorded sign-ins would have gone with the draft. */
export const Replay = () => {
  const t = useT();
  const { id, publishedAt } = useEntity<Draft>();
  if (publishedAt !== null) return <Text tone="soft">{t('drafts.replay.published')}</Text>;
  return <OpenReplay params={{ id }} />;
};

const OpenReplay = ({ params }: { params: { id: string } }) => {
  const t = useT();
  const [days, setDays] = useState('7');
  const query = { days: Number(days) as (typeof replayPeriods)[number] };
  const { data, failure } = useReadOrFailure(drafts.replay, { params, query }, { keepPrevious: true });
  return (
    <Stack gap={4}>
      <Row justify="between">
        <Text tone="soft">{t('drafts.replay.subtitle')}</Text>
        <Row>
          <Segmented
            label={t('drafts.replay.period')}
            value={days}
            onChange={setDays}
            options={periods.map(value => ({
              value,
              label: t('drafts.replay.days', { count: Number(value) }),
            }))}
          />
          {data && data.changed > 0 && (
            <ExportMenu
              row={drafts.exportReplay}
              params={params}
              query={query}
              fileName="replay"
              words="drafts.replay"
            />
          )}
        </Row>
      </Row>
      {failure ?? (data ? <Result replay={data} /> : <DelayedLoading />)}
    </Stack>
  );
};

const Result = ({ replay }: { replay: DraftReplay }) => {
  const t = useT();
  const records = <TextLink href={paths.security('general')}>{t('drafts.replay.records')}</TextLink>;
  if (replay.signIns === 0)
    return (
      <EmptyState illustration={<Illustration of="chart" />} action={records}>
        {t('drafts.replay.no_sign_ins')}
      </EmptyState>
    );
  return (
    <Stack gap={4}>
      <Figures replay={replay} />
      <Remarks replay={replay} />
      {replay.changed === 0 ? (
        <Callout tone="success" title={t('drafts.replay.no_difference')} />
      ) : (
        <ReplayGroups groups={replay.groups} />
      )}
      <Days replay={replay} />
      <Text tone="soft" size="small">
        {records}
      </Text>
    </Stack>
  );
};

const Figures = ({ replay: { signIns, changed, groups } }: { replay: DraftReplay }) => {
  const { t, language } = useTranslation();
  const sumOf = (...kinds: string[]) =>
    groups.filter(({ kind }) => kinds.includes(kind)).reduce((sum, group) => sum + group.signIns, 0);
  const figures = [
    { label: t('drafts.replay.sign_ins'), value: signIns },
    { label: t('drafts.replay.changed'), value: changed },
    { label: t('drafts.replay.kinds.refused'), value: sumOf('refused') },
    { label: t('drafts.replay.kinds.asked'), value: sumOf('asked') },
  ];
  return (
    <Grid minWidth="160px" isFull>
      {figures.map(({ label, value }) => (
        <Card key={label}>
          <Stat label={label} value={groupedNumber(value, language)} />
        </Card>
      ))}
    </Grid>
  );
};

/** How far the comparison can be trusted. */
const Remarks = ({ replay: { outdated, unknown, sample, isScripted } }: { replay: DraftReplay }) => {
  const { t, language } = useTranslation();
  const count = (value: number) => groupedNumber(value, language);
  const percent = numberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const remarks = [
    ...(sample === undefined ? [] : [t('drafts.replay.sample', { percent: percent.format(sample) })]),
    ...(unknown > 0 ? [t('drafts.replay.unknown', { number: count(unknown) })] : []),
    ...(outdated > 0 ? [t('drafts.replay.outdated', { number: count(outdated) })] : []),
    ...(isScripted ? [t('drafts.replay.scripted')] : []),
  ];
  if (remarks.length === 0) return null;
  return (
    <Callout tone="info" title={t('drafts.replay.remarks')}>
      <BulletList items={remarks.map(content => ({ key: content, content }))} />
    </Callout>
  );
};

const Days = ({ replay: { days } }: { replay: DraftReplay }) => {
  const { t, language } = useTranslation();
  const day = dateFormat(language, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  return (
    <Card title={t('drafts.replay.by_day')}>
      <TimeChart
        caption={t('drafts.replay.by_day')}
        firstColumn={t('drafts.replay.day')}
        format={value => groupedNumber(value, language)}
        series={[
          { id: 'changed', label: t('drafts.replay.changed'), tone: 'warning' },
          { id: 'same', label: t('drafts.replay.unchanged'), tone: 'soft' },
        ]}
        points={days.map(({ date, signIns, changed }) => ({
          label: day.format(new Date(date)),
          values: { changed, same: signIns - changed },
        }))}
      />
    </Card>
  );
};
