import type { ApplicationDetail } from '@gatehouse/contract/applications.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { CopyText } from '@gatehouse/ui/copy-text.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { KeyValueList } from '@gatehouse/ui/key-value-list.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { Download } from 'lucide-react';
import { useT } from '../../phrases.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { samlAddresses } from './endpoint-addresses.ts';

/** Identity provider details to enter at the service provider. */
export const SamlMetadata = () => {
  const t = useT();
  const { id } = useEntity<ApplicationDetail>();
  const { metadata, entityId, signIn, logout } = samlAddresses(id);
  const facts = [
    [t('applications.saml.metadata_url'), metadata],
    [t('applications.saml.sign_in_url'), signIn],
    [t('applications.saml.logout_url'), logout],
    [t('applications.saml.our_entity_id'), entityId],
  ] as const;
  return (
    <FormSection title={t('applications.saml.metadata_title')} help={t('applications.saml.metadata_help')}>
      <KeyValueList items={facts.map(([key, text]) => ({ key, value: <CopyText text={text} /> }))} />
      <Row>
        <Button icon={<Download />} href={metadata} download={`${id}.xml`} target="_blank">
          {t('applications.saml.download_metadata')}
        </Button>
      </Row>
    </FormSection>
  );
};
