import {
  type ApplicationDetail,
  type ApplicationSecret,
  applications,
} from '@gatehouse/contract/applications.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { DataTable } from '@gatehouse/ui/data-table.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { SecretText } from '@gatehouse/ui/secret-text.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { KeyRound, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useRead } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { useDelete } from '../../templates/use-delete.tsx';
import { CreateSecret } from './create-secret.tsx';

/** The secrets of an application: named, with an expiry, hidden until asked for. */
export const Secrets = () => {
  const t = useT();
  const { id } = useEntity<ApplicationDetail>();
  const [isCreating, setIsCreating] = useState(false);
  const { data: secrets } = useRead(applications.listSecrets, { params: { id } });
  const deletion = useDelete({
    row: applications.deleteSecret,
    words: 'applications.secrets',
    params: ({ name }: ApplicationSecret) => ({ id, name }),
  });
  return (
    <FormSection title={t('applications.secrets.title')} help={t('applications.secrets.help')}>
      <DataTable
        label={t('applications.secrets.title')}
        rows={secrets}
        rowKey={({ name }) => name}
        rowName={({ name }) => name}
        skeletonRows={1}
        empty={<EmptyState icon={<KeyRound aria-hidden />}>{t('applications.secrets.empty')}</EmptyState>}
        rowMenu={secret => [
          {
            label: deletion.label,
            icon: <Trash2 />,
            isDanger: true,
            onSelect: () => void deletion.start(secret),
          },
        ]}
        columns={[
          { id: 'name', header: t('general.name'), cell: ({ name }) => name },
          {
            id: 'value',
            header: t('applications.secrets.value'),
            cell: ({ value }) => <SecretText text={value} />,
          },
          {
            id: 'expires',
            header: t('applications.secrets.expires'),
            cell: ({ expiresAt }) => {
              if (expiresAt === null) return t('general.never');
              if (expiresAt <= Date.now())
                return <Tag tone="danger">{t('applications.secrets.expired')}</Tag>;
              return <DateText value={expiresAt} />;
            },
          },
        ]}
      />
      <Row>
        <Button icon={<Plus />} onClick={() => setIsCreating(true)}>
          {t('applications.secrets.create')}
        </Button>
      </Row>
      {isCreating && <CreateSecret applicationId={id} onClose={() => setIsCreating(false)} />}
    </FormSection>
  );
};
