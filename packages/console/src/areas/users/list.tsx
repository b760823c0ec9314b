import { userJobs } from '@gatehouse/contract/user-jobs.ts';
import { type User, users } from '@gatehouse/contract/users.ts';
import { Illustration } from '@gatehouse/ui/illustration.tsx';
import { Outlet } from '@tanstack/react-router';
import { CircleCheck, CircleSlash, KeyRound, Upload, Users } from 'lucide-react';
import { useState } from 'react';
import { useGoTo } from '../../link.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { useAbilities } from '../../session/abilities.ts';
import { ApplicationName } from '../../templates/application-name.tsx';
import { activityColumn, dateColumn, tagsColumn } from '../../templates/columns.tsx';
import { EntityList } from '../../templates/entity-list.tsx';
import { ExportMenu } from '../../templates/export-menu.tsx';
import { nameOfPerson, personColumn } from '../../templates/person.tsx';
import { TrySignIn } from '../../templates/try-sign-in.tsx';
import { WriteButton } from '../../templates/write-button.tsx';
import { useBulkActions } from './bulk.tsx';
import { useDeleteUser } from './delete.ts';
import { useUserFilters } from './filters.tsx';
import { JobsStrip } from './jobs-strip.tsx';
import { ResetPassword } from './reset-password.tsx';
import { StandingTags } from './standing-tags.tsx';
import { Methods, Organizations, SummariesOfUsers } from './summaries.tsx';
import { useSuspension } from './use-suspension.ts';
import { ViewActions } from './view-actions.tsx';
import { useUserViews } from './views.ts';

const looks = {
  icon: Users,
  illustration: <Illustration of="users" />,
  starts: () => <TrySignIn words="users" />,
};

export const UserList = () => {
  const t = useT();
  const deletion = useDeleteUser();
  const bulk = useBulkActions();
  const { mayWrite } = useAbilities();
  const suspension = useSuspension();
  const filters = useUserFilters();
  const views = useUserViews(filters.map(({ name }) => name));
  const [passwordOf, setPasswordOf] = useState<string>();
  return (
    <>
      <EntityList
        row={users.list}
        words="users"
        {...looks}
        isSearchable
        nameOf={nameOfPerson}
        filters={filters}
        tabs={views.tabs}
        tabsAction={<ViewActions views={views} />}
        around={(items, table) => (
          <SummariesOfUsers ids={items.map(({ id }) => id)}>{table}</SummariesOfUsers>
        )}
        create={{ href: paths.createUser() }}
        toolbar={query => (
          <>
            <ExportMenu row={userJobs.export} query={query} fileName="users" words="users" />
            <ImportButton />
          </>
        )}
        notice={<JobsStrip />}
        rowHref={({ id }) => paths.user(id)}
        rowMenu={user =>
          mayWrite
            ? [
                {
                  label: t('users.password.reset'),
                  icon: <KeyRound />,
                  onSelect: () => setPasswordOf(user.id),
                },
                {
                  label: t(user.isSuspended ? 'users.reactivate.action' : 'users.suspend.action'),
                  icon: user.isSuspended ? <CircleCheck /> : <CircleSlash />,
                  onSelect: () => void suspension(user),
                },
              ]
            : []
        }
        deletion={deletion}
        bulk={bulk}
        columns={[
          personColumn(t('users.user')),
          {
            id: 'methods',
            header: t('users.overview.methods'),
            cell: (user: User) => <Methods user={user} />,
          },
          {
            id: 'organizations',
            header: t('users.tabs.organizations'),
            cell: (user: User) => <Organizations user={user} />,
          },
          {
            id: 'application',
            header: t('users.from_app'),
            cell: ({ applicationId }: User) => applicationId && <ApplicationName id={applicationId} />,
          },
          dateColumn(t('general.created'), 'createdAt'),
          activityColumn(t('users.last_sign_in'), 'lastSignInAt', t('general.never')),
          tagsColumn(t('general.labels'), (user: User) => <StandingTags user={user} />),
        ]}
      />
      {passwordOf && <ResetPassword userId={passwordOf} onClose={() => setPasswordOf(undefined)} />}
      <Outlet />
    </>
  );
};

const ImportButton = () => {
  const t = useT();
  const goTo = useGoTo();
  return (
    <WriteButton row={userJobs.uploadImport} icon={<Upload />} onClick={() => goTo(paths.importUsers())}>
      {t('users.import.action')}
    </WriteButton>
  );
};
