import type { SamlCertificate } from '@gatehouse/contract/saml.ts';
import { CopyText } from '@gatehouse/ui/copy-text.tsx';
import { DataTable } from '@gatehouse/ui/data-table.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { Copy, ShieldCheck, ShieldOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '../phrases.tsx';
import { deletionItem } from './menu-items.tsx';
import type { Deletion } from './use-delete.tsx';

const shortened = (fingerprint: string) => `${fingerprint.slice(0, 23)}…`;

export type NamedCertificate = SamlCertificate & { name: string };

type CertificateTableProps = {
  label: string;
  certificates: SamlCertificate[] | undefined;
  failure: ReactNode;
  /** Missing where the newest is always the active one. */
  setActive?: (id: string, active: boolean) => Promise<unknown>;
  deletion: Deletion<NamedCertificate>;
};

/** Keys that sign, by their certificates: one at a time, and the next one in good time. */
export const CertificateTable = ({
  label,
  certificates,
  failure,
  setActive,
  deletion,
}: CertificateTableProps) => {
  const t = useT();
  const toast = useToast();
  const change = async ({ id, active }: SamlCertificate) => {
    await setActive?.(id, !active).then(
      () => toast.success(t(active ? 'certificates.deactivated' : 'certificates.activated')),
      () => undefined,
    );
  };
  const copy = (certificate: string) => {
    void navigator.clipboard.writeText(certificate);
    toast.success(t('general.copied'));
  };
  if (certificates?.length === 0) return null;
  return (
    <DataTable
      label={label}
      rows={certificates}
      error={failure}
      rowKey={certificate => certificate.id}
      rowName={({ fingerprints }) => shortened(fingerprints.sha256.formatted)}
      skeletonRows={1}
      rowMenu={certificate => {
        const { active } = certificate;
        const named = { ...certificate, name: shortened(certificate.fingerprints.sha256.formatted) };
        return [
          {
            label: t('certificates.copy'),
            icon: <Copy />,
            onSelect: () => copy(certificate.certificate),
          },
          ...(setActive
            ? [
                {
                  label: t(active ? 'certificates.deactivate' : 'certificates.activate'),
                  icon: active ? <ShieldOff /> : <ShieldCheck />,
                  onSelect: () => void change(certificate),
                },
              ]
            : []),
          ...(deletion.isAllowed(named) ? [deletionItem(deletion, named)] : []),
        ];
      }}
      columns={[
        {
          id: 'fingerprint',
          header: t('certificates.fingerprint'),
          cell: ({ fingerprints: { sha256 } }) => (
            <CopyText text={sha256.formatted} shown={shortened(sha256.formatted)} />
          ),
        },
        {
          id: 'expires',
          header: t('certificates.expires'),
          cell: ({ expiresAt }) => <DateText value={expiresAt} />,
        },
        {
          id: 'status',
          header: t('certificates.status'),
          cell: ({ active, expiresAt }) => {
            if (expiresAt <= Date.now()) return <Tag tone="danger">{t('certificates.expired')}</Tag>;
            return active ? (
              <Tag tone="success">{t('certificates.active')}</Tag>
            ) : (
              <Tag>{t('certificates.inactive')}</Tag>
            );
          },
        },
      ]}
    />
  );
};
