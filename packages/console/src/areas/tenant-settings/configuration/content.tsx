import { bundles } from '@gatehouse/contract/bundles.ts';
import { bundleArchiveLimits } from '@gatehouse/contract/uploads.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { FileInput } from '@gatehouse/ui/file-input.tsx';
import { FormSection, FormSections } from '@gatehouse/ui/form-section.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { useMutation } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { send } from '../../../api.ts';
import { isCloud } from '../../../bootstrap.ts';
import { useGoTo } from '../../../link.tsx';
import { paths } from '../../../paths.ts';
import { useT } from '../../../phrases.tsx';
import { useAbilities } from '../../../session/abilities.ts';
import { describeFailure } from '../../../session/report-errors.tsx';
import { currentTenantId } from '../../../session/tenant.ts';
import { useTenants } from '../../../session/tenants.tsx';
import { keepFile } from '../../../templates/save-file.ts';
import { zip } from '../../../templates/zip.ts';
import { ApprovalRule } from './approval-rule.tsx';
import { ManageAsCode } from './manage-as-code.tsx';
import { Promote } from './promote.tsx';
import { Review } from './review.tsx';
import { filesSource, type Source, tenantSource } from './source.ts';

/** The configuration of the tenant as files, and beside that of another tenant. */
export const Content = () => {
  const goTo = useGoTo();
  const [imported, setImported] = useState<Source>();
  const from = new URLSearchParams(useLocation().searchStr).get('from');
  const other = useTenants().find(({ id }) => id === from && id !== currentTenantId());
  if (imported) return <Review source={imported} onLeave={() => setImported(undefined)} />;
  if (other)
    return (
      <Review
        key={other.id}
        source={tenantSource(other)}
        onLeave={() => goTo(paths.tenantSettings('configuration'))}
      />
    );
  return (
    <FormSections>
      <Export />
      <Import onRead={setImported} />
      {isCloud && <Promote />}
      <ApprovalRule />
      <ManageAsCode />
    </FormSections>
  );
};

const Export = () => {
  const t = useT();
  const load = useMutation({
    mutationFn: () => send(bundles.export, {}),
    onSuccess: ({ files }) =>
      keepFile(new Blob([zip(files)], { type: 'application/zip' }), `${currentTenantId()}.zip`),
  });
  return (
    <FormSection title={t('configuration.export')} help={t('configuration.export_help')}>
      <Row>
        <Button icon={<Download />} isLoading={load.isPending} onClick={() => load.mutate()}>
          {t('configuration.export_action')}
        </Button>
      </Row>
    </FormSection>
  );
};

const Import = ({ onRead }: { onRead: (source: Source) => void }) => {
  const t = useT();
  const { mayWrite } = useAbilities();
  const [problem, setProblem] = useState<string>();
  const read = useMutation({
    mutationFn: (file: File) => send(bundles.readArchive, { file }),
    onMutate: () => setProblem(undefined),
    onSuccess: ({ files }, file) => onRead(filesSource(file.name, files)),
    onError: error => setProblem(describeFailure(error, t)),
    meta: { hideErrors: true },
  });
  if (!mayWrite) return null;
  return (
    <FormSection title={t('configuration.import')} help={t('configuration.import_help')}>
      <FileInput
        accept={['.zip', ...bundleArchiveLimits.types]}
        hint={t('configuration.import_hint')}
        isUploading={read.isPending}
        error={problem}
        onFile={file => read.mutate(file)}
      />
    </FormSection>
  );
};
