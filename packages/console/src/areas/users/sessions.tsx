import { type UserSession, userSessions } from '@gatehouse/contract/user-access.ts';
import type { User } from '@gatehouse/contract/users.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { DataTable } from '@gatehouse/ui/data-table.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { EntityName } from '@gatehouse/ui/entity-icon.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { LogOut, MonitorSmartphone } from 'lucide-react';
import { useT } from '../../phrases.tsx';
import { ApplicationName } from '../../templates/application-name.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { useDelete } from '../../templates/use-delete.tsx';
import { deviceOf } from './session-device.tsx';
import { useSignOutEverywhere } from './use-sign-out-everywhere.ts';

/** The sessions of the user. */
export const Sessions = () => {
  const t = useT();
  const user = useEntity<User>();
  const userId = user.id;
  const { data, failure } = useReadOrFailure(userSessions.listSessions, { params: { userId } });
  const signOutEverywhere = useSignOutEverywhere();
  const nameOf = ({ payload }: UserSession) => payload.uid.slice(0, 8);
  const ending = useDelete({
    row: userSessions.revokeSession,
    verb: 'remove',
    words: 'users.sessions',
    params: ({ payload }: UserSession & { name: string }) => ({ userId, sessionId: payload.uid }),
  });
  return (
    <FormSection title={t('users.sessions.title')} help={t('users.sessions.help')}>
      <DataTable
        label={t('users.sessions.title')}
        rows={data?.sessions.map(session => ({ ...session, name: nameOf(session) }))}
        error={failure}
        rowKey={({ payload }) => payload.uid}
        rowName={({ name }) => name}
        skeletonRows={1}
        empty={<EmptyState icon={<MonitorSmartphone aria-hidden />}>{t('users.sessions.empty')}</EmptyState>}
        rowMenu={session => [
          {
            label: t('users.sessions.end'),
            icon: <LogOut />,
            isDanger: true,
            onSelect: () => void ending.start(session),
          },
        ]}
        columns={[
          {
            id: 'device',
            header: t('users.sessions.device'),
            cell: session => <EntityName {...deviceOf(session)} />,
          },
          {
            id: 'since',
            header: t('users.sessions.since'),
            cell: ({ payload }) => <DateText value={payload.loginTs * 1000} as="ago" />,
          },
          {
            id: 'applications',
            header: t('users.sessions.applications'),
            cell: ({ payload }) =>
              Object.keys(payload.authorizations ?? {}).map(id => (
                <div key={id}>
                  <ApplicationName id={id} />
                </div>
              )),
          },
          {
            id: 'until',
            header: t('users.sessions.until'),
            cell: ({ expiresAt }) => <DateText value={expiresAt} />,
          },
        ]}
      />
      {data && data.sessions.length > 0 && (
        <Row>
          <Button icon={<LogOut />} onClick={() => void signOutEverywhere(user)}>
            {t('users.sign_out.action')}
          </Button>
        </Row>
      )}
    </FormSection>
  );
};
