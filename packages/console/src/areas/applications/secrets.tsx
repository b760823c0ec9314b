import {
  type ApplicationDetail,
  type ApplicationSecret,
  applications,
} from '@gatehouse/contract/applications.ts';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { CreateNamedSecret, NamedSecrets } from '../../templates/named-secrets.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { useDelete } from '../../templates/use-delete.tsx';
import { WriteButton } from '../../templates/write-button.tsx';

/** The client secrets of an application. */
export const Secrets = () => {
  const t = useT();
  const { id } = useEntity<ApplicationDetail>();
  const [isCreating, setIsCreating] = useState(false);
  const read = useReadOrFailure(applications.listSecrets, { params: { id } });
  const create = useWrite(applications.createSecret);
  const rename = useWrite(applications.renameSecret);
  const deletion = useDelete({
    row: applications.deleteSecret,
    words: 'applications.secrets',
    params: ({ name }: ApplicationSecret) => ({ id, name }),
  });
  return (
    <FormSection title={t('applications.secrets.title')} help={t('applications.secrets.help')}>
      <NamedSecrets
        words="applications.secrets"
        read={read}
        deletion={deletion}
        rename={(name, next) => rename.mutateAsync({ params: { id, name }, body: { name: next } })}
      />
      <Row>
        <WriteButton row={applications.createSecret} icon={<Plus />} onClick={() => setIsCreating(true)}>
          {t('applications.secrets.create')}
        </WriteButton>
      </Row>
      {isCreating && (
        <CreateNamedSecret
          words="applications.secrets"
          create={body => create.mutateAsync({ params: { id }, body })}
          onClose={() => setIsCreating(false)}
        />
      )}
    </FormSection>
  );
};
