import { Button } from '@gatehouse/ui/button.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { type Place, PlaceText } from '@gatehouse/ui/place-text.tsx';
import { type Setting, SettingList } from '@gatehouse/ui/setting-list.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { Failure, useAction } from '../form.tsx';
import { isEditable } from './account-context.tsx';
import { ask, leave } from './api.ts';
import { say } from './client.ts';
import { deviceName } from './device-name.ts';
import { Loading, ProofGate, useLoaded } from './load.tsx';

/** The sessions of the user. */
export const Sessions = () => (
  <ProofGate text={say('sessions.gate')}>
    <SessionList />
  </ProofGate>
);

type SignInContext = Place & { userAgent?: string };

const SessionList = () => {
  const loaded = useLoaded(async () => (await ask('get', '/my-account/sessions', {})).sessions);
  const action = useAction();
  const { end, endOthers } = useEndSessions(action, loaded.reload);
  return (
    <Loading loaded={loaded}>
      {sessions => {
        const others = sessions.filter(({ isCurrent }) => !isCurrent).length;
        return (
          <Card
            title={say('sessions.title')}
            actions={
              isEditable('session') &&
              others > 0 && (
                <Button size="small" variant="quiet" onClick={() => void endOthers(others)}>
                  {say('sessions.end_others')}
                </Button>
              )
            }
          >
            <Failure action={action} />
            <SettingList settings={sessions.map(session => describeSession(session, end))} />
          </Card>
        );
      }}
    </Loading>
  );
};

/** Ends sessions, after a question. */
const useEndSessions = (action: ReturnType<typeof useAction>, reload: () => Promise<void>) => {
  const confirm = useConfirm();
  const toast = useToast();
  const revoke = (uid: string) =>
    ask('delete', '/my-account/sessions/:sessionId', { params: { sessionId: uid } });

  const end = async (uid: string, device: string) => {
    const [isConfirmed] = await confirm({
      title: say('sessions.end_title', { device }),
      body: say('sessions.end_text'),
      confirmLabel: say('sessions.end'),
      isDanger: true,
    });
    if (!isConfirmed) return;
    await action.run(async () => {
      await revoke(uid);
      await reload();
      toast.success(say('sessions.ended', { device }));
    });
  };
  const endOthers = async (count: number) => {
    const [isConfirmed] = await confirm({
      title: say('sessions.end_others_title'),
      body: say('sessions.end_others_text', { count }),
      confirmLabel: say('sessions.end_others'),
      isDanger: true,
    });
    if (!isConfirmed) return;
    await action.run(async () => {
      await ask('delete', '/my-account/sessions', {});
      await reload();
      toast.success(say('sessions.ended_others'));
    });
  };
  return { end, endOthers };
};

type Session = {
  payload: { uid: string; loginTs: number };
  lastSubmission: { signInContext?: unknown } | null;
  isCurrent?: boolean;
};

const describeSession = (
  { payload, lastSubmission, isCurrent }: Session,
  end: (uid: string, device: string) => Promise<void>,
): Setting => {
  const { userAgent, ...place } = (lastSubmission?.signInContext ?? {}) as SignInContext;
  const device = deviceName(userAgent);
  return {
    key: payload.uid,
    label: (
      <Row gap={2}>
        {device}
        {isCurrent && <Tag tone="success">{say('sessions.this')}</Tag>}
      </Row>
    ),
    value: (
      <>
        {say('sessions.since')} <DateText value={payload.loginTs * 1000} as="ago" />
        {place.ip && (
          <>
            {' · '}
            <PlaceText {...place} />
          </>
        )}
      </>
    ),
    action: isEditable('session') && (
      <Button
        size="small"
        aria-label={isCurrent ? undefined : say('sessions.end_named', { device })}
        onClick={() => (isCurrent ? leave() : void end(payload.uid, device))}
      >
        {isCurrent ? say('sign_out') : say('sessions.end')}
      </Button>
    ),
  };
};
