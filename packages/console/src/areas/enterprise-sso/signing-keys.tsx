import { ssoSigningKeys } from '@gatehouse/contract/sso-connector-keys.ts';
import type { SsoConnectorWithProvider } from '@gatehouse/contract/sso-connectors.ts';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import type { NamedCertificate } from '../../templates/certificate-table.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { useDelete } from '../../templates/use-delete.tsx';
import { KeySection } from './key-section.tsx';

/** The keys that sign our requests. The first one is active at once: there is none that it would replace. */
export const SigningKeys = () => {
  const t = useT();
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
  return (
    <KeySection
      title={t('enterprise_sso.keys.title')}
      help={t('enterprise_sso.keys.help')}
      certificates={data}
      failure={failure}
      setActive={(keyId, active) => update.mutateAsync({ params: { id, keyId }, body: { active } })}
      deletion={deletion}
      creation={ssoSigningKeys.create}
      isCreating={create.isPending}
      create={() => create.mutateAsync({ params: { id }, body: { active: data?.length === 0 } })}
    />
  );
};
