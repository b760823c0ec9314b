import type { ApplicationDetail } from '@gatehouse/contract/applications.ts';
import type { SiteDomain } from '@gatehouse/contract/client-metadata.ts';
import { protectedApps } from '@gatehouse/contract/protected-apps.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { ExternalLink, Plus } from 'lucide-react';
import { useState } from 'react';
import { useRead, useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import {
  AddDomain,
  DomainActions,
  DomainState,
  refreshWhileWaiting,
} from '../../templates/custom-domain.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { useDelete } from '../../templates/use-delete.tsx';
import { siteAddress } from './endpoint-addresses.ts';

const words = 'applications.domain';

/** The name of one's own at which a protected site is found too. */
export const SiteDomainSection = () => {
  const t = useT();
  const { id } = useEntity<ApplicationDetail>();
  const [isAdding, setIsAdding] = useState(false);
  const { mutateAsync: add } = useWrite(protectedApps.addDomain);
  const { data, refetch, isFetching } = useRead(
    protectedApps.listDomains,
    { params: { id } },
    { everyMs: refreshWhileWaiting },
  );
  return (
    <FormSection title={t('applications.domain.title')} help={t('applications.domain.help')}>
      {data?.map(domain => (
        <ShownDomain
          key={domain.domain}
          applicationId={id}
          domain={domain}
          isChecking={isFetching}
          onCheck={() => void refetch()}
        />
      ))}
      {data?.length === 0 && (
        <Row>
          <Button icon={<Plus />} onClick={() => setIsAdding(true)}>
            {t('applications.domain.add')}
          </Button>
        </Row>
      )}
      {isAdding && (
        <AddDomain
          words={words}
          add={domain => add({ params: { id }, body: { domain } })}
          onClose={() => setIsAdding(false)}
        />
      )}
    </FormSection>
  );
};

type ShownDomainProps = {
  applicationId: string;
  domain: SiteDomain;
  isChecking: boolean;
  onCheck: () => void;
};

const ShownDomain = ({ applicationId, domain, isChecking, onCheck }: ShownDomainProps) => {
  const t = useT();
  const name = domain.domain;
  const removal = useDelete({
    row: protectedApps.removeDomain,
    words,
    verb: 'remove',
    params: (item: { name: string }) => ({ id: applicationId, domain: item.name }),
  });
  return (
    <>
      <Row justify="between" isOneLine>
        <Text isMono>
          <bdi>{name}</bdi>
        </Text>
        <DomainActions
          words={words}
          status={domain.status}
          deleteLabel={t('applications.domain.remove_named', { name })}
          onDelete={() => void removal.start({ name })}
        />
      </Row>
      <DomainState words={words} domain={domain} isChecking={isChecking} onCheck={onCheck}>
        <Row>
          <Button icon={<ExternalLink />} href={siteAddress(name)} target="_blank">
            {t('applications.domain.open', { name })}
          </Button>
        </Row>
      </DomainState>
    </>
  );
};
