import { type Domain, domains } from '@gatehouse/contract/domains.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { CopyText } from '@gatehouse/ui/copy-text.tsx';
import { IconButton } from '@gatehouse/ui/icon-button.tsx';
import { KeyValueList } from '@gatehouse/ui/key-value-list.tsx';
import { Row, Stack } from '@gatehouse/ui/layout.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { RefreshCw, Trash2 } from 'lucide-react';
import { useWrite } from '../../api.ts';
import { bootstrap } from '../../bootstrap.ts';
import { useT } from '../../phrases.tsx';
import { DnsRecords, domainTones } from '../../templates/dns-records.tsx';
import { useDelete } from '../../templates/use-delete.tsx';

type ShownDomain = Omit<Domain, 'tenantId' | 'cloudflareData'>;

/** A custom domain comes at the protocol and the port of every other tenant address. */
const issuerAt = (domain: string) => {
  const url = new URL(bootstrap.tenantEndpoint);
  url.hostname = domain;
  return `${url.origin}/oidc`;
};

export const DomainCard = ({
  domain: { id, domain, status, errorMessage, dnsRecords },
}: {
  domain: ShownDomain;
}) => {
  const t = useT();
  const { mutate: check, isPending } = useWrite(domains.check);
  const deletion = useDelete({
    row: domains.delete,
    words: 'domains',
    params: (item: { id: string; name: string }) => ({ id: item.id }),
  });
  return (
    <Card
      title={<bdi>{domain}</bdi>}
      actions={
        <Row gap={2}>
          <Tag tone={domainTones[status]} hasDot>
            {t(`domains.statuses.${status}`)}
          </Tag>
          <IconButton
            label={t('domains.delete_named', { name: domain })}
            icon={<Trash2 />}
            onClick={() => void deletion.start({ id, name: domain })}
          />
        </Row>
      }
    >
      <Stack gap={4}>
        {errorMessage && <Callout tone={status === 'Error' ? 'danger' : 'info'}>{errorMessage}</Callout>}
        {status === 'Active' ? (
          <KeyValueList items={[{ key: t('domains.issuer'), value: <CopyText text={issuerAt(domain)} /> }]} />
        ) : (
          <>
            <DnsRecords words="domains" domain={domain} records={dnsRecords} />
            <Row>
              <Button icon={<RefreshCw />} isLoading={isPending} onClick={() => check({ params: { id } })}>
                {t('domains.check')}
              </Button>
              <Text tone="faint" size="small">
                {t('domains.check_help')}
              </Text>
            </Row>
          </>
        )}
      </Stack>
    </Card>
  );
};
