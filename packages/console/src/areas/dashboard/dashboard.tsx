import { Grid, Row, Stack } from '@gatehouse/ui/layout.tsx';
import { Page, PageHeader } from '@gatehouse/ui/page-header.tsx';
import { Segmented } from '@gatehouse/ui/segmented.tsx';
import { useT } from '../../phrases.tsx';
import { DateInput } from '../../templates/date-input.tsx';
import { ActiveUsers } from './active-users.tsx';
import { Attention } from './attention.tsx';
import { Conversion } from './conversion.tsx';
import { KeyFigures } from './key-figures.tsx';
import { lengths, useDayRange } from './range.ts';
import { Failures, SignIns, SignInsByFactor } from './sign-ins.tsx';
import { Tokens } from './tokens.tsx';
import { TopApplications } from './top-applications.tsx';
import { UserCounts } from './user-counts.tsx';

/** Figures and charts of a range of days, and problems to solve. Days are in UTC, as the server counts them. */
export const Dashboard = () => {
  const t = useT();
  const { range } = useDayRange();
  return (
    <Page>
      <PageHeader
        title={t('dashboard.title')}
        description={t('dashboard.subtitle')}
        actions={<RangeChoice />}
      />
      <Stack gap={4}>
        <KeyFigures range={range} />
        <SignIns range={range} />
        <Grid minWidth="420px">
          <Attention />
          <TopApplications range={range} />
          <Conversion range={range} />
          <SignInsByFactor range={range} />
          <Failures range={range} />
          <Tokens range={range} />
        </Grid>
        <UserCounts />
        <ActiveUsers range={range} />
      </Stack>
    </Page>
  );
};

const RangeChoice = () => {
  const t = useT();
  const { range, today, length, setLength, setFrom, setTo } = useDayRange();
  return (
    <Row gap={2}>
      <Segmented
        label={t('time_range.label')}
        value={length}
        onChange={setLength}
        options={[
          ...lengths.map(value => ({ value, label: t('dashboard.days', { count: Number(value) }) })),
          { value: 'custom' as const, label: t('time_range.custom') },
        ]}
      />
      {length === 'custom' && (
        <>
          <DateInput
            type="date"
            label={t('time_range.from')}
            value={range.from}
            max={today}
            onChange={from => from && setFrom(from)}
          />
          <DateInput
            type="date"
            label={t('time_range.to')}
            value={range.to}
            max={today}
            onChange={to => to && setTo(to)}
          />
        </>
      )}
    </Row>
  );
};
