import type { ApplicationDetail } from '@gatehouse/contract/applications.ts';
import { defaultCertificateYears } from '@gatehouse/contract/saml.ts';
import { type SamlCertificate, samlApplications } from '@gatehouse/contract/saml-applications.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { CopyText } from '@gatehouse/ui/copy-text.tsx';
import { DataTable } from '@gatehouse/ui/data-table.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import type { MenuItem } from '@gatehouse/ui/menu.tsx';
import { NumberInput } from '@gatehouse/ui/number-input.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { Copy, Plus, ShieldCheck, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { FormDialog } from '../../templates/form-dialog.tsx';
import { FormField } from '../../templates/form-field.tsx';
import { deletionItem } from '../../templates/menu-items.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { useDelete } from '../../templates/use-delete.tsx';

const shortened = (fingerprint: string) => `${fingerprint.slice(0, 23)}…`;

/** What we sign assertions with: one at a time, and the next one in good time. */
export const SamlCertificates = () => {
  const t = useT();
  const toast = useToast();
  const { id } = useEntity<ApplicationDetail>();
  const [isCreating, setIsCreating] = useState(false);
  const { data, failure } = useReadOrFailure(samlApplications.listSecrets, { params: { id } });
  const update = useWrite(samlApplications.updateSecret);
  const deletion = useDelete({
    row: samlApplications.deleteSecret,
    words: 'applications.certificates',
    params: (certificate: SamlCertificate & { name: string }) => ({ id, secretId: certificate.id }),
    isAllowed: ({ active }) => !active,
  });
  const setActive = async ({ id: secretId }: SamlCertificate, active: boolean) => {
    await update.mutateAsync({ params: { id, secretId }, body: { active } }).then(
      () =>
        toast.success(
          t(active ? 'applications.certificates.activated' : 'applications.certificates.deactivated'),
        ),
      () => undefined,
    );
  };
  const copy = (certificate: string) => {
    void navigator.clipboard.writeText(certificate);
    toast.success(t('general.copied'));
  };
  const menuOf = (certificate: SamlCertificate): MenuItem[] => {
    const named = { ...certificate, name: shortened(certificate.fingerprints.sha256.formatted) };
    return [
      {
        label: t('applications.certificates.copy'),
        icon: <Copy />,
        onSelect: () => copy(certificate.certificate),
      },
      {
        label: t(
          certificate.active ? 'applications.certificates.deactivate' : 'applications.certificates.activate',
        ),
        icon: certificate.active ? <ShieldOff /> : <ShieldCheck />,
        onSelect: () => void setActive(certificate, !certificate.active),
      },
      ...(deletion.isAllowed(named) ? [deletionItem(deletion, named)] : []),
    ];
  };
  return (
    <FormSection title={t('applications.certificates.title')} help={t('applications.certificates.help')}>
      <DataTable
        label={t('applications.certificates.title')}
        rows={data}
        error={failure}
        rowKey={certificate => certificate.id}
        rowName={({ fingerprints }) => shortened(fingerprints.sha256.formatted)}
        skeletonRows={1}
        rowMenu={menuOf}
        columns={[
          {
            id: 'fingerprint',
            header: t('applications.certificates.fingerprint'),
            cell: ({ fingerprints: { sha256 } }) => (
              <CopyText text={sha256.formatted} shown={shortened(sha256.formatted)} />
            ),
          },
          {
            id: 'expires',
            header: t('applications.certificates.expires'),
            cell: ({ expiresAt }) => <DateText value={expiresAt} />,
          },
          {
            id: 'status',
            header: t('applications.certificates.status'),
            cell: ({ active, expiresAt }) => {
              if (expiresAt <= Date.now())
                return <Tag tone="danger">{t('applications.certificates.expired')}</Tag>;
              return active ? (
                <Tag tone="success">{t('applications.certificates.active')}</Tag>
              ) : (
                <Tag>{t('applications.certificates.inactive')}</Tag>
              );
            },
          },
        ]}
      />
      <Row>
        <Button icon={<Plus />} onClick={() => setIsCreating(true)}>
          {t('applications.certificates.create')}
        </Button>
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
      title={t('applications.certificates.create')}
      description={t('applications.certificates.create_text')}
      submitLabel={t('applications.certificates.create')}
      schema={samlApplications.createSecret.body}
      defaultValues={{ lifeSpanInYears: defaultCertificateYears }}
      onClose={onClose}
      submit={async body => {
        await create.mutateAsync({ params: { id }, body });
        toast.success(t('applications.certificates.created'));
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
