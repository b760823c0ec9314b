import {
  type ApplicationDetail,
  type ApplicationSecret,
  applications,
} from '@gatehouse/contract/applications.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { CopyText } from '@gatehouse/ui/copy-text.tsx';
import { DataTable } from '@gatehouse/ui/data-table.tsx';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { IconButton } from '@gatehouse/ui/icon-button.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Eye, EyeOff, KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { useRead, useWrite } from '../../api.ts';
import { useSpeech, useT } from '../../phrases.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { useDelete } from '../../templates/use-delete.tsx';
import { CreateSecret } from './create-secret.tsx';

/** The secrets of an application: named, with an expiry, hidden until asked for. */
export const Secrets = () => {
  const { t, language } = useSpeech();
  const { id } = useEntity<ApplicationDetail>();
  const [isCreating, setIsCreating] = useState(false);
  const confirmAndDelete = useDelete();
  const { data: secrets } = useRead(applications.listSecrets, { params: { id } });
  const deleteSecret = useWrite(applications.deleteSecret);
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const create = (
    <Button icon={<Plus />} onClick={() => setIsCreating(true)}>
      {t('applications.secrets.create')}
    </Button>
  );
  return (
    <FormSection title={t('applications.secrets.title')} help={t('applications.secrets.help')}>
      <DataTable
        label={t('applications.secrets.title')}
        rows={secrets}
        rowKey={({ name }) => name}
        rowName={({ name }) => name}
        skeletonRows={1}
        empty={<EmptyState icon={<KeyRound aria-hidden />}>{t('applications.secrets.empty')}</EmptyState>}
        rowMenu={({ name }) => [
          {
            label: t('general.delete'),
            isDanger: true,
            onSelect: () =>
              void confirmAndDelete({
                title: t('applications.secrets.delete_title', { name }),
                text: t('applications.secrets.delete_text'),
                run: () => deleteSecret.mutateAsync({ params: { id, name } }),
                doneMessage: t('applications.secrets.deleted', { name }),
              }),
          },
        ]}
        columns={[
          { id: 'name', header: t('applications.secrets.name'), cell: ({ name }) => name },
          {
            id: 'value',
            header: t('applications.secrets.value'),
            cell: secret => <SecretValue {...secret} />,
          },
          {
            id: 'expires',
            header: t('applications.secrets.expires'),
            cell: ({ expiresAt }) => {
              if (expiresAt === null) return t('general.never');
              if (expiresAt <= Date.now())
                return <Tag tone="danger">{t('applications.secrets.expired')}</Tag>;
              return date.format(expiresAt);
            },
          },
        ]}
      />
      <Row>{create}</Row>
      {isCreating && <CreateSecret applicationId={id} onClose={() => setIsCreating(false)} />}
    </FormSection>
  );
};

const SecretValue = ({ value }: ApplicationSecret) => {
  const t = useT();
  const [isShown, setIsShown] = useState(false);
  return (
    <Row gap={1}>
      <CopyText text={value} shown={isShown ? value : '••••••••••••'} />
      <IconButton
        size="small"
        label={t(isShown ? 'applications.secrets.hide' : 'applications.secrets.reveal')}
        icon={isShown ? <EyeOff /> : <Eye />}
        onClick={() => setIsShown(!isShown)}
      />
    </Row>
  );
};
