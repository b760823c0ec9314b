import type { ApplicationDetail } from '@gatehouse/contract/applications.ts';
import { minuteMs } from '@gatehouse/contract/duration.ts';
import { type Log, logs } from '@gatehouse/contract/logs.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { Grid, Row } from '@gatehouse/ui/layout.tsx';
import { Section } from '@gatehouse/ui/section.tsx';
import { WaitingLine } from '@gatehouse/ui/spinner.tsx';
import { Tile } from '@gatehouse/ui/tile.tsx';
import { Building2, ExternalLink, Palette, ShieldCheck, Webhook } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useRead } from '../../api.ts';
import { useLiveSignIns } from '../../live-sign-ins/use-live-sign-ins.ts';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { tenantEndpoint } from '../../session/tenant.ts';
import { LogFailure } from '../../templates/log-failure.tsx';
import { useLogWords } from '../../templates/log-words.ts';
import { UserName } from '../../templates/user-name.tsx';

const lookEveryMs = 3000;
const recentMs = 10 * minuteMs;

const isToken = ({ key, payload }: Log) =>
  payload.result === 'Success' && (key.startsWith('ExchangeTokenBy.') || key === 'SamlApplication.Callback');

const isStray = ({ key, payload }: Log) =>
  !payload.applicationId && (key === 'AuthorizationRequest' || key.startsWith('ExchangeTokenBy.'));

/** Looks for the first token of an application until there is one, and for what went wrong meanwhile. */
export const useFirstToken = ({ id }: ApplicationDetail) => {
  const { data, refetch } = useRead(
    logs.list,
    { query: { applicationId: id }, page: 1, pageSize: 20 },
    { hideErrors: true },
  );
  const [openedAt] = useState(() => Date.now());
  // A request that names another ID than that of this application belongs to none.
  const strays = useRead(
    logs.list,
    { query: { result: 'Error', start_time: openedAt - recentMs }, page: 1, pageSize: 20 },
    { hideErrors: true },
  );
  const [entries = []] = data ?? [];
  const [others = []] = strays.data ?? [];
  const success = entries.find(isToken);
  const failure = [...entries, ...others.filter(isStray)]
    .filter(({ payload }) => payload.result === 'Error')
    .toSorted((one, other) => other.createdAt - one.createdAt)[0];
  const isWaiting = !success;
  useLiveSignIns(isWaiting, ({ applicationId }) => {
    if (applicationId === id) void refetch();
  });
  const { refetch: refetchStrays } = strays;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => {
      void refetch();
      void refetchStrays();
    }, lookEveryMs);
    return () => clearInterval(timer);
  }, [isWaiting, refetch, refetchStrays]);
  return { success, failure };
};

type TryStepProps = {
  application: ApplicationDetail;
  startUrl: string | null | undefined;
  attempts: ReturnType<typeof useFirstToken>;
};

/** Leads to the reader's own application and waits until it has got its first token. */
export const TryStep = ({ application, startUrl, attempts: { success, failure } }: TryStepProps) => {
  const t = useT();
  const { id, type } = application;
  const isMachine = type === 'MachineToMachine';
  const isWaiting = !success;
  return (
    <>
      <Row>
        {startUrl && (
          <Button icon={<ExternalLink />} href={startUrl} target="_blank">
            {t('applications.guide.open_app')}
          </Button>
        )}
        {!isMachine && (
          <Button icon={<ExternalLink />} href={`${tenantEndpoint()}/demo-app`} target="_blank">
            {t('applications.guide.open_demo')}
          </Button>
        )}
      </Row>
      {success && (
        <Callout
          tone="success"
          title={t('applications.guide.worked')}
          action={<ToLog id={id} log={success} />}
        >
          {success.payload.userId && (
            <>
              <UserName id={success.payload.userId} />
              {' · '}
            </>
          )}
          <DateText value={success.createdAt} as="second" />
          <br />
          {t('applications.guide.worked_text')}
        </Callout>
      )}
      {success && !isMachine && <NextSteps hasApi={!application.isThirdParty} />}
      {isWaiting && failure && <Failure applicationId={id} log={failure} />}
      {isWaiting && (
        <WaitingLine>
          {t(isMachine ? 'applications.guide.waiting_machine' : 'applications.guide.waiting')}
        </WaitingLine>
      )}
    </>
  );
};

/** Links to next steps for an application that works. */
const NextSteps = ({ hasApi }: { hasApi: boolean }) => {
  const t = useT();
  const places = [
    ...(hasApi
      ? [{ href: '#your_api', title: t('applications.guide.step_titles.your_api'), Icon: Webhook }]
      : []),
    { href: paths.area('organizations'), title: t('areas.organizations'), Icon: Building2 },
    { href: paths.area('mfa'), title: t('areas.mfa'), Icon: ShieldCheck },
    { href: paths.area('sign-in-experience'), title: t('areas.sign_in_experience'), Icon: Palette },
  ];
  return (
    <Section title={t('applications.guide.next_steps')}>
      <Grid minWidth="200px" gap={3}>
        {places.map(({ href, title, Icon }) => (
          <Tile key={href} href={href} icon={<Icon aria-hidden />} title={title} />
        ))}
      </Grid>
    </Section>
  );
};

const Failure = ({ applicationId, log }: { applicationId: string; log: Log }) => {
  const t = useT();
  const describe = useLogWords();
  return (
    <LogFailure
      payload={log.payload}
      title={`${t('applications.guide.failed')}: ${describe(log.key)}`}
      action={<ToLog id={applicationId} log={log} />}
    />
  );
};

const ToLog = ({ id, log }: { id: string; log: Log }) => {
  const t = useT();
  return (
    <Button size="small" href={paths.applicationLog(id, log.id)}>
      {t('applications.guide.to_log')}
    </Button>
  );
};
