import { type Application, applications, applicationTypes } from '@gatehouse/contract/applications.ts';
import { Illustration } from '@gatehouse/ui/illustration.tsx';
import { AppWindow, Handshake } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useRead } from '../../api.ts';
import { ApplicationTypeIcon, groupOf } from '../../guides/target.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { dateColumn, nameAndIdColumn } from '../../templates/columns.tsx';
import { EntityList } from '../../templates/entity-list.tsx';
import { useDeleteApplication } from './delete.ts';
import { LastSignIn, SignIns, UsageOfApplications } from './usage.tsx';

const UnregisteredApplications = lazy(() =>
  import('./unregistered.tsx').then(module => ({ default: module.UnregisteredApplications })),
);

export const ApplicationList = () => <Applications isThirdParty={false} />;

export const ThirdPartyApplicationList = () => <Applications isThirdParty />;

const thirdPartyTypes = ['Traditional', 'SPA', 'Native'] as const;

/** The number of applications of one kind, regardless of the filters of the list. */
const useApplicationCount = (isThirdParty: boolean) => {
  const input = { query: { isThirdParty: String(isThirdParty) }, page: 1, pageSize: 1 };
  return useRead(applications.list, input, { hideErrors: true }).data?.[1];
};

const Applications = ({ isThirdParty }: { isThirdParty: boolean }) => {
  const t = useT();
  const deletion = useDeleteApplication();
  const ownCount = useApplicationCount(false);
  const othersCount = useApplicationCount(true);
  const types = isThirdParty ? thirdPartyTypes : applicationTypes;
  return (
    <EntityList
      row={applications.list}
      query={{ isThirdParty: String(isThirdParty) }}
      words="applications"
      icon={isThirdParty ? Handshake : AppWindow}
      illustration={<Illustration of="applications" />}
      isSearchable
      create={{ href: paths.createApplication(isThirdParty ? { type: 'third_party' } : {}) }}
      tabs={[
        {
          href: paths.applications(),
          label: t('applications.my_apps'),
          isCurrent: !isThirdParty,
          count: ownCount,
        },
        {
          href: paths.thirdPartyApplications(),
          label: t('applications.third_party_apps'),
          isCurrent: isThirdParty,
          count: othersCount,
        },
      ]}
      filters={[
        {
          name: 'type',
          queryName: 'types',
          label: t('applications.type'),
          options: types.map(type => ({ value: type, label: t(`application_types.${type}`) })),
        },
      ]}
      below={
        isThirdParty && (
          <Suspense>
            <UnregisteredApplications />
          </Suspense>
        )
      }
      around={(items, table) => (
        <UsageOfApplications ids={items.map(({ id }) => id)}>{table}</UsageOfApplications>
      )}
      emptyText={isThirdParty ? t('applications.empty_third_party') : undefined}
      rowHref={({ id }) => paths.application(id)}
      deletion={deletion}
      bulk={[deletion.many]}
      columns={[
        nameAndIdColumn(t('applications.column_application'), {
          icon: (application: Application) => <ApplicationTypeIcon {...application} />,
          detail: application => t(`application_types.${groupOf(application)}`),
          copyLabel: t('applications.copy_id'),
        }),
        {
          id: 'lastSignIn',
          header: t('applications.usage.last_sign_in'),
          cell: ({ id }: Application) => <LastSignIn id={id} />,
        },
        {
          id: 'signIns',
          header: t('applications.usage.sign_ins'),
          align: 'end',
          cell: ({ id }: Application) => <SignIns id={id} />,
        },
        dateColumn(t('general.created'), 'createdAt'),
      ]}
    />
  );
};
