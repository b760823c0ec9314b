import type { Row as ApiRow } from '@gatehouse/contract/endpoint.ts';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { Plus } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useT } from '../../phrases.tsx';
import { CertificateTable } from '../../templates/certificate-table.tsx';
import { WriteButton } from '../../templates/write-button.tsx';

type KeySectionProps = Omit<ComponentProps<typeof CertificateTable>, 'label'> & {
  title: string;
  help: string;
  creation: ApiRow;
  isCreating: boolean;
  create: () => Promise<unknown>;
};

/** The keys of a connector of one kind, and a button for the next. */
export const KeySection = ({ title, help, creation, isCreating, create, ...table }: KeySectionProps) => {
  const t = useT();
  const toast = useToast();
  const add = () =>
    create().then(
      () => toast.success(t('certificates.created')),
      () => undefined,
    );
  return (
    <FormSection title={title} help={help}>
      <CertificateTable label={title} {...table} />
      <Row>
        <WriteButton
          row={creation}
          icon={<Plus />}
          isLoading={!table.certificates || isCreating}
          onClick={() => void add()}
        >
          {t('certificates.create')}
        </WriteButton>
      </Row>
    </FormSection>
  );
};
