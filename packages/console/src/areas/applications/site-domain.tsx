import type { ApplicationDetail } from '@gatehouse/contract/applications.ts';
import type { SiteDomain } from '@gatehouse/contract/client-metadata.ts';
import { createDomain } from '@gatehouse/contract/domains.ts';
import { protectedApps } from '@gatehouse/contract/protected-apps.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { IconButton } from '@gatehouse/ui/icon-button.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { ExternalLink, Plus, RefreshCw, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useRead, useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { DnsRecords, domainTones } from '../../templates/dns-records.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { FormDialog } from '../../templates/form-dialog.tsx';
import { FormField } from '../../templates/form-field.tsx';
import { useDelete } from '../../templates/use-delete.tsx';
import { siteAddress } from './addresses.ts';

const refreshMs = 10_000;

/** The name of one's own at which a protected site is found too. */
export const SiteDomainSection = () => {
  const t = useT();
  const { id } = useEntity<ApplicationDetail>();
  const [isAdding, setIsAdding] = useState(false);
  const { data, refetch, isFetching } = useRead(protectedApps.listDomains, { params: { id } });
  const isWaiting = data?.some(({ status }) => status !== 'Active') ?? false;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => void refetch(), refreshMs);
    return () => clearInterval(timer);
  }, [isWaiting, refetch]);
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
      {isAdding && <AddDomain applicationId={id} onClose={() => setIsAdding(false)} />}
    </FormSection>
  );
};

type ShownDomainProps = {
  applicationId: string;
  domain: SiteDomain;
  isChecking: boolean;
  onCheck: () => void;
};

const ShownDomain = ({ applicationId, domain: shown, isChecking, onCheck }: ShownDomainProps) => {
  const t = useT();
  const { domain, status, errorMessage, dnsRecords } = shown;
  const removal = useDelete({
    row: protectedApps.removeDomain,
    words: 'applications.domain',
    verb: 'remove',
    params: ({ name }: { name: string }) => ({ id: applicationId, domain: name }),
  });
  return (
    <>
      <Row justify="between" isOneLine>
        <Row gap={2}>
          <Text isMono>
            <bdi>{domain}</bdi>
          </Text>
          <Tag tone={domainTones[status]} hasDot>
            {t(`applications.domain.statuses.${status}`)}
          </Tag>
        </Row>
        <IconButton
          label={t('applications.domain.remove_named', { name: domain })}
          icon={<Trash2 />}
          onClick={() => void removal.start({ name: domain })}
        />
      </Row>
      {errorMessage && <Callout tone={status === 'Error' ? 'danger' : 'info'}>{errorMessage}</Callout>}
      {status === 'Active' ? (
        <Row>
          <Button icon={<ExternalLink />} href={siteAddress(domain)} target="_blank">
            {t('applications.domain.open', { name: domain })}
          </Button>
        </Row>
      ) : (
        <>
          <DnsRecords words="applications.domain" domain={domain} records={dnsRecords} />
          <Row>
            <Button icon={<RefreshCw />} isLoading={isChecking} onClick={onCheck}>
              {t('applications.domain.check')}
            </Button>
            <Text tone="faint" size="small">
              {t('applications.domain.check_help')}
            </Text>
          </Row>
        </>
      )}
    </>
  );
};

const AddDomain = ({ applicationId, onClose }: { applicationId: string; onClose: () => void }) => {
  const t = useT();
  const toast = useToast();
  const { mutateAsync: add } = useWrite(protectedApps.addDomain);
  return (
    <FormDialog
      title={t('applications.domain.add')}
      description={t('applications.domain.add_text')}
      submitLabel={t('applications.domain.add')}
      schema={createDomain}
      defaultValues={{ domain: '' }}
      onClose={onClose}
      submit={async ({ domain }) => {
        const added = await add({ params: { id: applicationId }, body: { domain } });
        toast.success(t('applications.domain.added', { name: added.domain }));
        onClose();
      }}
    >
      {form => (
        <FormField
          form={form}
          name="domain"
          label={t('applications.domain.name')}
          help={t('applications.domain.name_help')}
          placeholder={t('applications.domain.name_placeholder')}
          inputMode="url"
          isMono
        />
      )}
    </FormDialog>
  );
};
