import { type Application, applications, applicationTypes } from '@gatehouse/contract/applications.ts';
import { AppWindow, Handshake } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { ApplicationTypeIcon, groupOf } from '../../guides/target.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { codeColumn, dateColumn, nameColumn } from '../../templates/columns.tsx';
import { EntityList } from '../../templates/entity-list.tsx';
import { useDeleteApplication } from './delete.ts';

const UnregisteredApplications = lazy(() =>
  import('./unregistered.tsx').then(module => ({ default: module.UnregisteredApplications })),
);

export const ApplicationList = () => <Applications isThirdParty={false} />;

export const ThirdPartyApplicationList = () => <Applications isThirdParty />;

const thirdPartyTypes = ['Traditional', 'SPA', 'Native'] as const;

const Applications = ({ isThirdParty }: { isThirdParty: boolean }) => {
  const t = useT();
  const deletion = useDeleteApplication();
  const types = isThirdParty ? thirdPartyTypes : applicationTypes;
  return (
    <EntityList
      row={applications.list}
      query={{ isThirdParty: String(isThirdParty) }}
      words="applications"
      icon={isThirdParty ? Handshake : AppWindow}
      isSearchable
      create={{ href: paths.createApplication(isThirdParty ? { type: 'third_party' } : {}) }}
      tabs={[
        { href: paths.applications(), label: t('applications.my_apps'), isCurrent: !isThirdParty },
        {
          href: paths.thirdPartyApplications(),
          label: t('applications.third_party_apps'),
          isCurrent: isThirdParty,
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
      emptyText={isThirdParty ? t('applications.empty_third_party') : undefined}
      rowHref={({ id }) => paths.application(id)}
      deletion={deletion}
      bulk={[deletion.many]}
      columns={[
        nameColumn(t('applications.column_application'), {
          icon: (application: Application) => <ApplicationTypeIcon {...application} />,
          detail: application => t(`application_types.${groupOf(application)}`),
        }),
        codeColumn(t('applications.column_id'), 'id'),
        dateColumn(t('general.created'), 'createdAt'),
      ]}
    />
  );
};
