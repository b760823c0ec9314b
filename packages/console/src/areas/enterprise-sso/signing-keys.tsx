import type { SsoConnectorWithProvider } from '@gatehouse/contract/sso-connectors.ts';
import { ssoSigningKeys } from '@gatehouse/contract/sso-signing-keys.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { Plus } from 'lucide-react';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { CertificateTable, type NamedCertificate } from '../../templates/certificate-table.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { useDelete } from '../../templates/use-delete.tsx';

/** The keys that sign our requests. The first one is active at once: there is none that it would replace. */
export const SigningKeys = () => {
  const t = useT();
  const toast = useToast();
  const { id } = useEntity<SsoConnectorWithProvider>();
  const { data, failure } = useReadOrFailure(ssoSigningKeys.list, { params: { id } });
  const create = useWrite(ssoSigningKeys.create);
  const update = useWrite(ssoSigningKeys.update);
  const deletion = useDelete({
    row: ssoSigningKeys.delete,
    words: 'enterprise_sso.keys',
    params: (key: NamedCertificate) => ({ id, keyId: key.id }),
    isAllowed: ({ active }) => !active,
  });
  const add = () =>
    create.mutateAsync({ params: { id }, body: { active: data?.length === 0 } }).then(
      () => toast.success(t('certificates.created')),
      () => undefined,
    );
  return (
    <FormSection title={t('enterprise_sso.keys.title')} help={t('enterprise_sso.keys.help')}>
      <CertificateTable
        label={t('enterprise_sso.keys.title')}
        certificates={data}
        failure={failure}
        setActive={(keyId, active) => update.mutateAsync({ params: { id, keyId }, body: { active } })}
        deletion={deletion}
      />
      <Row>
        <Button icon={<Plus />} isLoading={!data || create.isPending} onClick={() => void add()}>
          {t('certificates.create')}
        </Button>
      </Row>
    </FormSection>
  );
};
