import { applications, applicationTypes } from '@gatehouse/contract/applications.ts';
import { EntityName } from '@gatehouse/ui/entity-icon.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { Outlet } from '@tanstack/react-router';
import { AppWindow } from 'lucide-react';
import { useAddressQuery } from '../../link.tsx';
import { paths } from '../../paths.ts';
import { useSpeech } from '../../phrases.tsx';
import { EntityList } from '../../templates/entity-list.tsx';
import { useDeleteApplication } from './delete.tsx';
import { ApplicationTypeIcon } from './type-icon.tsx';

export const ApplicationList = () => (
  <>
    <Applications isThirdParty={false} />
    <Outlet />
  </>
);

export const ThirdPartyApplicationList = () => <Applications isThirdParty />;

const Applications = ({ isThirdParty }: { isThirdParty: boolean }) => {
  const { t, language } = useSpeech();
  const [address, setAddress] = useAddressQuery();
  const type = applicationTypes.find(known => known === address.get('type'));
  const deleteApplication = useDeleteApplication();
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  return (
    <EntityList
      row={applications.list}
      query={{ isThirdParty: String(isThirdParty), types: type }}
      title={t('applications.title')}
      description={t('applications.subtitle')}
      create={isThirdParty ? undefined : { label: t('applications.create'), href: paths.createApplication() }}
      tabs={[
        { href: paths.applications(), label: t('applications.my_apps'), isCurrent: !isThirdParty },
        {
          href: paths.applications('third-party-applications'),
          label: t('applications.third_party_apps'),
          isCurrent: isThirdParty,
        },
      ]}
      searchPlaceholder={t('applications.search')}
      filters={
        <Select
          label={t('applications.type')}
          value={type ?? 'any'}
          onChange={value => setAddress({ type: value === 'any' ? undefined : value, page: undefined })}
          options={[
            { value: 'any', label: t('applications.any_type') },
            ...applicationTypes.map(value => ({ value, label: t(`applications.types.${value}`) })),
          ]}
        />
      }
      count={count => t('applications.count', { count })}
      empty={{
        icon: <AppWindow aria-hidden />,
        text: t(isThirdParty ? 'applications.empty_third_party' : 'applications.empty'),
      }}
      rowName={({ name }) => name}
      rowHref={({ id }) => paths.application(id)}
      rowMenu={application => [
        { label: t('general.delete'), isDanger: true, onSelect: () => void deleteApplication(application) },
      ]}
      columns={[
        {
          id: 'name',
          header: t('applications.column_application'),
          cell: ({ name, type: kind }) => (
            <EntityName
              icon={<ApplicationTypeIcon type={kind} />}
              name={name}
              detail={t(`applications.types.${kind}`)}
            />
          ),
        },
        { id: 'id', header: t('applications.column_id'), cell: ({ id }) => <Text isMono>{id}</Text> },
        { id: 'created', header: t('general.created'), cell: ({ createdAt }) => date.format(createdAt) },
      ]}
    />
  );
};
