import { ssoEncryptionKeys } from '@gatehouse/contract/sso-connector-keys.ts';
import type { SsoConnectorWithProvider } from '@gatehouse/contract/sso-connectors.ts';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import type { NamedCertificate } from '../../templates/certificate-table.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { useDelete } from '../../templates/use-delete.tsx';
import { KeySection } from './key-section.tsx';

/** The keys that open encrypted assertions. The newest is published at once. */
export const EncryptionKeys = () => {
  const t = useT();
  const { id } = useEntity<SsoConnectorWithProvider>();
  const { data, failure } = useReadOrFailure(ssoEncryptionKeys.list, { params: { id } });
  const create = useWrite(ssoEncryptionKeys.create);
  const deletion = useDelete({
    row: ssoEncryptionKeys.delete,
    words: 'enterprise_sso.encryption_keys',
    params: (key: NamedCertificate) => ({ id, keyId: key.id }),
    isAllowed: ({ active }) => !active,
  });
  return (
    <KeySection
      title={t('enterprise_sso.encryption_keys.title')}
      help={t('enterprise_sso.encryption_keys.help')}
      certificates={data}
      failure={failure}
      deletion={deletion}
      creation={ssoEncryptionKeys.create}
      isCreating={create.isPending}
      create={() => create.mutateAsync({ params: { id } })}
    />
  );
};
