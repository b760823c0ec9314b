import { Grid, Stack } from '@gatehouse/ui/layout.tsx';
import { Page, PageHeader } from '@gatehouse/ui/page-header.tsx';
import { useAddressQuery } from '../../link.tsx';
import { useT } from '../../phrases.tsx';
import { DateInput } from '../../templates/date-input.tsx';
import { ActiveUsers } from './active-users.tsx';
import { Failures, SignIns, SignInsByFactor } from './sign-ins.tsx';
import { Tokens } from './tokens.tsx';
import { UserCounts } from './user-counts.tsx';

const isDate = (text: string | null) => text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text);

/** Sign-ins by method, and failures. Days are in UTC, as the server counts them. */
export const Dashboard = () => {
  const t = useT();
  const [address, setAddress] = useAddressQuery();
  const today = new Date().toISOString().slice(0, 10);
  const chosen = address.get('date');
  const date = isDate(chosen) ? (chosen ?? today) : today;
  return (
    <Page>
      <PageHeader
        title={t('dashboard.title')}
        description={t('dashboard.subtitle')}
        actions={
          <DateInput
            type="date"
            label={t('dashboard.up_to')}
            value={date}
            max={today}
            onChange={next => setAddress({ date: next === today ? undefined : next || undefined })}
          />
        }
      />
      <Stack gap={4}>
        <UserCounts />
        <ActiveUsers date={date} />
        <Grid minWidth="420px">
          <SignIns date={date} />
          <SignInsByFactor date={date} />
          <Failures date={date} />
          <Tokens date={date} />
        </Grid>
      </Stack>
    </Page>
  );
};
