import type { Log } from '@gatehouse/contract/logs.ts';
import { type SignIn, signIns } from '@gatehouse/contract/sign-ins.ts';
import { CopyText } from '@gatehouse/ui/copy-text.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { DurationText } from '@gatehouse/ui/duration-text.tsx';
import { KeyValueList } from '@gatehouse/ui/key-value-list.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { Link, TextLink } from '@gatehouse/ui/link.tsx';
import { PlaceText } from '@gatehouse/ui/place-text.tsx';
import { SidePanel } from '@gatehouse/ui/side-panel.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Timeline } from '@gatehouse/ui/timeline.tsx';
import { X } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { paths } from '../paths.ts';
import { loadAreaPhrases, useT } from '../phrases.tsx';
import { ApplicationName } from './application-name.tsx';
import { gateOfFailure } from './gate-of-failure.ts';
import { LogFailure } from './log-failure.tsx';
import { useLogWords } from './log-words.ts';
import { useReadOrFailure } from './read-or-failure.tsx';
import type { PanelMoves } from './row-panel.tsx';
import { SignInMethods, SignInUser } from './sign-in.tsx';

/** One sign-in beside its list: the facts, and its steps in order. */
export const SignInPanel = ({ signIn, ...moves }: { signIn: SignIn } & PanelMoves) => {
  const t = useT();
  const { data, failure } = useReadOrFailure(signIns.read, { params: { id: signIn.id } });
  const refused = data?.steps.findLast(({ payload }) => payload.result === 'Error');
  return (
    <SidePanel {...moves} title={t(`audit_logs.sign_ins.events.${signIn.event}`)}>
      <Stack>
        {signIn.outcome === 'Error' && refused && (
          <LogFailure payload={refused.payload} title={t('logs.failed_because')} />
        )}
        {signIn.outcome === 'Error' && refused && <StoppedAt refused={refused} />}
        <SignInFacts signIn={signIn} />
        {failure}
        {data && <Steps steps={data.steps} since={signIn.startedAt} />}
      </Stack>
    </SidePanel>
  );
};

/** The words of the gates are those of the users. */
const FailedGates = lazy(async () => {
  const [{ FailedGates }] = await Promise.all([
    import('./failed-gates.tsx'),
    loadAreaPhrases('console/users'),
  ]);
  return { default: FailedGates };
});

const StoppedAt = ({ refused: { key, payload } }: { refused: Log }) => {
  const gate = gateOfFailure({ key, payload });
  return (
    gate && (
      <Suspense>
        <FailedGates gate={gate} error={payload.error} userId={payload.userId} />
      </Suspense>
    )
  );
};

const SignInFacts = ({ signIn }: { signIn: SignIn }) => {
  const t = useT();
  const { id, userId, applicationId, ip, country, userAgent, startedAt, endedAt, methods } = signIn;
  const user = <SignInUser signIn={signIn} />;
  const facts = [
    { key: t('logs.user'), value: userId ? <TextLink href={paths.user(userId)}>{user}</TextLink> : user },
    applicationId !== null && {
      key: t('logs.application'),
      value: (
        <TextLink href={paths.application(applicationId)}>
          <ApplicationName id={applicationId} />
        </TextLink>
      ),
    },
    methods.length > 0 && {
      key: t('audit_logs.sign_ins.methods_used'),
      value: <SignInMethods signIn={signIn} />,
    },
    { key: t('logs.time'), value: <DateText value={startedAt} as="second" /> },
    {
      key: t('audit_logs.sign_ins.duration'),
      value: <DurationText milliseconds={endedAt - startedAt} />,
    },
    ip !== undefined && { key: t('logs.ip'), value: <PlaceText ip={ip} country={country} /> },
    userAgent !== undefined && { key: t('logs.user_agent'), value: userAgent },
    { key: t('audit_logs.sign_ins.id'), value: <CopyText text={id} /> },
  ];
  return <KeyValueList items={facts.filter(fact => typeof fact === 'object')} />;
};

const Steps = ({ steps, since }: { steps: readonly Log[]; since: number }) => {
  const t = useT();
  const describe = useLogWords();
  return (
    <Timeline
      entries={steps.map(({ id, key, payload, createdAt }) => ({
        id,
        title: <Link href={paths.auditLog(id)}>{describe(key)}</Link>,
        when: <DurationText milliseconds={createdAt - since} />,
        dateTime: new Date(createdAt).toISOString(),
        ...(payload.result === 'Error'
          ? { icon: <X />, action: <Tag tone="danger">{t('logs.results.Error')}</Tag> }
          : {}),
      }))}
    />
  );
};
