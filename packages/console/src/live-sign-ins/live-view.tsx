import { Button } from '@gatehouse/ui/button.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { Doorway, DoorwayLegend, DoorwayList, doorwayTones } from '@gatehouse/ui/doorway.tsx';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { Illustration } from '@gatehouse/ui/illustration.tsx';
import { Grid, Row, Stack } from '@gatehouse/ui/layout.tsx';
import { DelayedLoading } from '@gatehouse/ui/spinner.tsx';
import { Stat } from '@gatehouse/ui/stat.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { Pause, Play } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { paths } from '../paths.ts';
import { useT } from '../phrases.tsx';
import { tenantEndpoint } from '../session/tenant.ts';
import { useDescribe } from './describe.tsx';
import { useRecentSignIns } from './use-recent.ts';

/** Sign-ins as they happen: each passes through the gate, or bounces off. */
export const LiveView = ({ onShowChecklist }: { onShowChecklist?: () => void }) => {
  const t = useT();
  const [isPaused, setIsPaused] = useState(false);
  const recent = useRecentSignIns(isPaused);
  const isEmpty = recent.latest.length === 0;
  return (
    <Card
      title={t('live_sign_ins.title')}
      actions={
        <Row gap={2}>
          <Text tone="soft" size="small">
            <span role="status">
              {isPaused ? t('live_sign_ins.paused') : t(`live_sign_ins.connection.${recent.connection}`)}
            </span>
          </Text>
          {onShowChecklist && (
            <Button size="small" onClick={onShowChecklist}>
              {t('live_sign_ins.show_checklist')}
            </Button>
          )}
          <Button
            size="small"
            icon={isPaused ? <Play /> : <Pause />}
            onClick={() => setIsPaused(was => !was)}
          >
            {t(isPaused ? 'live_sign_ins.resume' : 'live_sign_ins.pause')}
          </Button>
        </Row>
      }
    >
      {!recent.isKnown && <DelayedLoading />}
      {recent.isKnown && isEmpty && <NothingYet />}
      {recent.isKnown && !isEmpty && <Traffic recent={recent} isPaused={isPaused} />}
    </Card>
  );
};

const NothingYet = () => {
  const t = useT();
  return (
    <EmptyState
      illustration={<Illustration of="log" />}
      action={
        <Button href={`${tenantEndpoint()}/demo-app`} target="_blank">
          {t('live_sign_ins.open_sample')}
        </Button>
      }
    >
      {t('live_sign_ins.empty')}
    </EmptyState>
  );
};

type TrafficProps = { recent: ReturnType<typeof useRecentSignIns>; isPaused: boolean };

const Traffic = ({ recent, isPaused }: TrafficProps) => {
  const t = useT();
  const describe = useDescribe();
  const isStill = useIsStill();
  return (
    <Stack>
      <Grid minWidth="160px" isFull>
        <Stat label={t('live_sign_ins.succeeded_today')} value={recent.counts.succeeded} />
        <Stat label={t('live_sign_ins.failed_today')} value={recent.counts.failed} />
      </Grid>
      <Grid minWidth="320px" isFull gap={6}>
        {!isStill && (
          <Stack gap={3}>
            <Doorway
              label={t('live_sign_ins.gate')}
              items={recent.travelers.map(describe)}
              isPaused={isPaused}
              shine={recent.shine}
              onGone={recent.leave}
            />
            <Legend />
          </Stack>
        )}
        <Stack gap={2}>
          <DoorwayList label={t('live_sign_ins.latest')} items={recent.latest.map(describe)} />
          <Row>
            <Button size="small" href={paths.auditLogs()}>
              {t('live_sign_ins.to_log')}
            </Button>
          </Row>
          {isStill && <Legend />}
        </Stack>
      </Grid>
    </Stack>
  );
};

const Legend = () => {
  const t = useT();
  const names = {
    password: t('audit_logs.sign_ins.methods.Password'),
    code: t('live_sign_ins.code'),
    passkey: t('audit_logs.sign_ins.methods.SignInPasskey'),
    social: t('audit_logs.sign_ins.methods.Social'),
    sso: t('audit_logs.sign_ins.methods.EnterpriseSso'),
    session: t('audit_logs.sign_ins.methods.Session'),
    machine: t('live_sign_ins.machine'),
  };
  return (
    <DoorwayLegend
      names={[
        ...doorwayTones.map(tone => ({ tone, name: names[tone] })),
        { tone: 'refused' as const, name: t('audit_logs.sign_ins.outcomes.Error') },
      ]}
    />
  );
};

const motion = window.matchMedia('(prefers-reduced-motion: reduce)');

const followMotion = (onChange: () => void) => {
  motion.addEventListener('change', onChange);
  return () => motion.removeEventListener('change', onChange);
};

/** The person asked their system for no motion. */
const useIsStill = () => useSyncExternalStore(followMotion, () => motion.matches);
