import { type Application, applications, applicationTypes } from '@gatehouse/contract/applications.ts';
import { Outlet } from '@tanstack/react-router';
import { AppWindow } from 'lucide-react';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { codeColumn, dateColumn, nameColumn } from '../../templates/columns.tsx';
import { EntityList } from '../../templates/entity-list.tsx';
import { useDeleteApplication } from './delete.ts';
import { ApplicationTypeIcon } from './type-icon.tsx';

export const ApplicationList = () => (
  <>
    <Applications isThirdParty={false} />
    <Outlet />
  </>
);

export const ThirdPartyApplicationList = () => <Applications isThirdParty />;

const Applications = ({ isThirdParty }: { isThirdParty: boolean }) => {
  const t = useT();
  const deletion = useDeleteApplication();
  const typeName = ({ type }: Pick<Application, 'type'>) => t(`applications.types.${type}`);
  return (
    <EntityList
      row={applications.list}
      query={{ isThirdParty: String(isThirdParty) }}
      words="applications"
      icon={AppWindow}
      isSearchable
      create={isThirdParty ? undefined : { href: paths.createApplication() }}
      tabs={[
        { href: paths.applications(), label: t('applications.my_apps'), isCurrent: !isThirdParty },
        {
          href: paths.applications('third-party-applications'),
          label: t('applications.third_party_apps'),
          isCurrent: isThirdParty,
        },
      ]}
      filters={[
        {
          name: 'type',
          queryName: 'types',
          label: t('applications.type'),
          options: applicationTypes.map(type => ({ value: type, label: typeName({ type }) })),
        },
      ]}
      emptyText={isThirdParty ? t('applications.empty_third_party') : undefined}
      rowHref={({ id }) => paths.application(id)}
      deletion={deletion}
      columns={[
        nameColumn(t('applications.column_application'), {
          icon: ({ type }: Application) => <ApplicationTypeIcon type={type} />,
          detail: typeName,
        }),
        codeColumn(t('applications.column_id'), 'id'),
        dateColumn(t('general.created'), 'createdAt'),
      ]}
    />
  );
};
