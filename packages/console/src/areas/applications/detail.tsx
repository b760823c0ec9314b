import { applicationAccess } from '@gatehouse/contract/application-access.ts';
import { type ApplicationDetail as Application, applications } from '@gatehouse/contract/applications.ts';
import { logs } from '@gatehouse/contract/logs.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { BookOpen } from 'lucide-react';
import type { TabOf } from '../../addresses.ts';
import { findTarget, genericGuideOf } from '../../guides/catalogue.ts';
import { rememberedGuide } from '../../guides/remembered.ts';
import { ApplicationTypeIcon, groupOf } from '../../guides/target.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { EntityDetail } from '../../templates/entity-detail.tsx';
import type { applicationAddresses } from './addresses.ts';
import { useDeleteApplication } from './delete.ts';

/** Until its type is known. */
type ApplicationTab = TabOf<typeof applicationAddresses.at.application>;

const commonTabs: readonly ApplicationTab[] = ['settings'];

export const ApplicationDetail = () => {
  const t = useT();
  const deletion = useDeleteApplication();
  return (
    <EntityDetail
      row={applications.read}
      words="applications"
      listHref={paths.applications()}
      tabs={commonTabs}
      tabReads={{ logs: logs.list, organizations: applicationAccess.listOrganizations }}
      tabHref={paths.application}
      historyKind="application"
      deletion={deletion}
      page={application => ({
        icon: <ApplicationTypeIcon {...application} />,
        tags: (
          <>
            {application.isThirdParty && <Tag tone="warning">{t('application_types.third_party')}</Tag>}
            {application.registration && <Tag>{t('applications.registration.tag')}</Tag>}
            <Tag tone="accent">{t(`application_types.${application.type}`)}</Tag>
            <FrameworkTag id={application.id} />
          </>
        ),
        actions: (
          <Button icon={<BookOpen />} href={guideOf(application)}>
            {t('applications.guide.open')}
          </Button>
        ),
        tabs: tabsOf(application),
      })}
    />
  );
};

/** The framework of the application, as remembered by this browser. */
const FrameworkTag = ({ id }: { id: string }) => {
  const name = findTarget(rememberedGuide(id))?.name;
  return name && <Tag>{name}</Tag>;
};

const guideOf = ({ id, type, isThirdParty }: Application) =>
  paths.applicationGuide(id, rememberedGuide(id) ?? genericGuideOf(type, isThirdParty));

const tabsOf = (application: Application): readonly ApplicationTab[] => {
  switch (groupOf(application)) {
    case 'MachineToMachine':
      return ['settings', 'roles', 'organizations', 'logs'];
    case 'SAML':
      return ['settings', 'attribute-mapping', 'logs'];
    case 'third_party':
      return ['settings', 'permissions', 'organizations', 'branding', 'logs'];
    default:
      return ['settings', 'branding', 'logs'];
  }
};
