import { type Domain, domains } from '@gatehouse/contract/domains.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { CopyText } from '@gatehouse/ui/copy-text.tsx';
import { KeyValueList } from '@gatehouse/ui/key-value-list.tsx';
import { Row, Stack } from '@gatehouse/ui/layout.tsx';
import { FileCheck } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../api.ts';
import { bootstrap } from '../../bootstrap.ts';
import { useT } from '../../phrases.tsx';
import { DomainActions, DomainState } from '../../templates/custom-domain.tsx';
import { useDelete } from '../../templates/use-delete.tsx';
import { VerificationFiles } from './verification-files.tsx';

type ShownDomain = Omit<Domain, 'tenantId' | 'cloudflareData'>;

/** A custom domain comes at the protocol and the port of every other tenant address. */
const issuerAt = (domain: string) => {
  const url = new URL(bootstrap.tenantEndpoint);
  url.hostname = domain;
  return `${url.origin}/oidc`;
};

export const DomainCard = ({ domain }: { domain: ShownDomain }) => {
  const t = useT();
  const { id, domain: name, status } = domain;
  const [showsFiles, setShowsFiles] = useState(false);
  const { mutate: check, isPending } = useWrite(domains.check);
  const deletion = useDelete({
    row: domains.delete,
    words: 'domains',
    params: (item: { id: string; name: string }) => ({ id: item.id }),
  });
  return (
    <Card
      title={<bdi>{name}</bdi>}
      actions={
        <DomainActions
          words="domains"
          status={status}
          deleteLabel={t('domains.delete_named', { name })}
          onDelete={() => void deletion.start({ id, name })}
        />
      }
    >
      <Stack gap={4}>
        <DomainState
          words="domains"
          domain={domain}
          isChecking={isPending}
          onCheck={() => check({ params: { id } })}
        >
          <KeyValueList items={[{ key: t('domains.issuer'), value: <CopyText text={issuerAt(name)} /> }]} />
        </DomainState>
        <Row>
          <Button icon={<FileCheck />} onClick={() => setShowsFiles(true)}>
            {t('domains.files.title')}
          </Button>
        </Row>
      </Stack>
      {showsFiles && <VerificationFiles domainId={id} onClose={() => setShowsFiles(false)} />}
    </Card>
  );
};
