import type { ApplicationDetail } from '@gatehouse/contract/applications.ts';
import { defaultCertificateYears } from '@gatehouse/contract/saml.ts';
import { samlApplications } from '@gatehouse/contract/saml-applications.ts';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { NumberInput } from '@gatehouse/ui/number-input.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { CertificateTable, type NamedCertificate } from '../../templates/certificate-table.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { FormDialog } from '../../templates/form-dialog.tsx';
import { FormField } from '../../templates/form-field.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { useDelete } from '../../templates/use-delete.tsx';
import { WriteButton } from '../../templates/write-button.tsx';

/** Certificates that sign assertions. Only one is active, and the next one can be prepared early. */
export const SamlCertificates = () => {
  const t = useT();
  const { id } = useEntity<ApplicationDetail>();
  const [isCreating, setIsCreating] = useState(false);
  const { data, failure } = useReadOrFailure(samlApplications.listSecrets, { params: { id } });
  const update = useWrite(samlApplications.updateSecret);
  const deletion = useDelete({
    row: samlApplications.deleteSecret,
    words: 'applications.certificates',
    params: (certificate: NamedCertificate) => ({ id, secretId: certificate.id }),
    isAllowed: ({ active }) => !active,
  });
  return (
    <FormSection title={t('applications.certificates.title')} help={t('applications.certificates.help')}>
      <CertificateTable
        label={t('applications.certificates.title')}
        certificates={data}
        failure={failure}
        setActive={(secretId, active) => update.mutateAsync({ params: { id, secretId }, body: { active } })}
        deletion={deletion}
      />
      <Row>
        <WriteButton row={samlApplications.createSecret} icon={<Plus />} onClick={() => setIsCreating(true)}>
          {t('certificates.create')}
        </WriteButton>
      </Row>
      {isCreating && <CreateCertificate onClose={() => setIsCreating(false)} />}
    </FormSection>
  );
};

const CreateCertificate = ({ onClose }: { onClose: () => void }) => {
  const t = useT();
  const toast = useToast();
  const { id } = useEntity<ApplicationDetail>();
  const create = useWrite(samlApplications.createSecret);
  return (
    <FormDialog
      title={t('certificates.create')}
      description={t('applications.certificates.create_text')}
      submitLabel={t('certificates.create')}
      schema={samlApplications.createSecret.body}
      defaultValues={{ lifeSpanInYears: defaultCertificateYears }}
      onClose={onClose}
      submit={async body => {
        await create.mutateAsync({ params: { id }, body });
        toast.success(t('certificates.created'));
        onClose();
      }}
    >
      {form => (
        <FormField form={form} name="lifeSpanInYears" label={t('applications.certificates.life_span')}>
          {field => (
            <NumberInput
              {...field}
              unit={t('applications.certificates.years', { count: field.value ?? 0 })}
            />
          )}
        </FormField>
      )}
    </FormDialog>
  );
};
