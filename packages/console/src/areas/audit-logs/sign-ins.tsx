import { type SignIn, signInOutcomes, signIns } from '@gatehouse/contract/sign-ins.ts';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { DurationText } from '@gatehouse/ui/duration-text.tsx';
import { EntityName } from '@gatehouse/ui/entity-icon.tsx';
import { Illustration } from '@gatehouse/ui/illustration.tsx';
import { PlaceText } from '@gatehouse/ui/place-text.tsx';
import { LogIn } from 'lucide-react';
import type { ReactNode } from 'react';
import { send } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { ApplicationName } from '../../templates/application-name.tsx';
import { EntityList } from '../../templates/entity-list.tsx';
import { SignInMethods, SignInOutcome, SignInUser } from '../../templates/sign-in.tsx';
import { SignInPanel } from '../../templates/sign-in-panel.tsx';
import { TrySignIn } from '../../templates/try-sign-in.tsx';
import { useSharedFilters } from './filters.tsx';
import { useAuditLogTabs } from './tabs.ts';

/** One row for each sign-in; its steps open beside the list. */
export const SignInList = ({ toggle }: { toggle: ReactNode }) => {
  const t = useT();
  const tabs = useAuditLogTabs('logs');
  const filters = useSharedFilters();
  return (
    <EntityList
      row={signIns.list}
      words="audit_logs.sign_ins"
      icon={LogIn}
      illustration={<Illustration of="log" />}
      starts={() => <TrySignIn words="audit_logs.sign_ins" />}
      isLive
      tabs={tabs}
      toolbar={() => toggle}
      nameOf={({ id }) => id}
      readRow={id => send(signIns.read, { params: { id } })}
      rowPanel={(signIn, moves) => <SignInPanel signIn={signIn} {...moves} />}
      filters={[
        {
          name: 'outcome',
          label: t('audit_logs.sign_ins.outcome'),
          options: signInOutcomes.map(value => ({
            value,
            label: t(`audit_logs.sign_ins.outcomes.${value}`),
          })),
        },
        ...filters,
      ]}
      columns={[
        {
          id: 'user',
          header: t('logs.user'),
          cell: (signIn: SignIn) => (
            <EntityName
              name={<SignInUser signIn={signIn} />}
              detail={t(`audit_logs.sign_ins.events.${signIn.event}`)}
            />
          ),
        },
        {
          id: 'outcome',
          header: t('audit_logs.sign_ins.outcome'),
          cell: (signIn: SignIn) => <SignInOutcome signIn={signIn} />,
        },
        {
          id: 'application',
          givesWay: true,
          header: t('logs.application'),
          cell: ({ applicationId }: SignIn) => applicationId && <ApplicationName id={applicationId} />,
        },
        {
          id: 'methods',
          header: t('audit_logs.sign_ins.methods_used'),
          cell: (signIn: SignIn) => <SignInMethods signIn={signIn} />,
        },
        {
          id: 'place',
          givesWay: true,
          header: t('logs.ip'),
          cell: ({ ip, country }: SignIn) => <PlaceText ip={ip} country={country} />,
        },
        {
          id: 'duration',
          givesWay: true,
          header: t('audit_logs.sign_ins.duration'),
          align: 'end',
          cell: ({ startedAt, endedAt }: SignIn) => <DurationText milliseconds={endedAt - startedAt} />,
        },
        {
          id: 'time',
          header: t('logs.time'),
          cell: ({ startedAt }: SignIn) => <DateText value={startedAt} as="second" />,
        },
      ]}
    />
  );
};
