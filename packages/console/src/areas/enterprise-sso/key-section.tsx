import { Button } from '@gatehouse/ui/button.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { Plus } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useT } from '../../phrases.tsx';
import { CertificateTable } from '../../templates/certificate-table.tsx';

type KeySectionProps = Omit<ComponentProps<typeof CertificateTable>, 'label'> & {
  title: string;
  help: string;
  isCreating: boolean;
  create: () => Promise<unknown>;
};

/** The keys of a connector of one kind, and a button for the next. */
export const KeySection = ({ title, help, isCreating, create, ...table }: KeySectionProps) => {
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
        <Button icon={<Plus />} isLoading={!table.certificates || isCreating} onClick={() => void add()}>
          {t('certificates.create')}
        </Button>
      </Row>
    </FormSection>
  );
};
