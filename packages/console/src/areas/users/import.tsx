import { type ImportField, type ImportFile, importLimits, userJobs } from '@gatehouse/contract/user-jobs.ts';
import { passwordHashMethods } from '@gatehouse/contract/users.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { DetailPage } from '@gatehouse/ui/detail-page.tsx';
import { EntityIcon } from '@gatehouse/ui/entity-icon.tsx';
import { Field } from '@gatehouse/ui/field.tsx';
import { FileInput } from '@gatehouse/ui/file-input.tsx';
import { FormSection, FormSections } from '@gatehouse/ui/form-section.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { RadioCards } from '@gatehouse/ui/radio-cards.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../api.ts';
import { useGoTo } from '../../link.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { describeFailure } from '../../session/report-errors.tsx';
import { ReaderFields } from '../../templates/reader-fields.tsx';
import { ImportColumns } from './import-columns.tsx';

type Mapping = Record<string, ImportField | undefined>;
type Existing = 'skip' | 'update';
type Loaded = ImportFile & { fileName: string };

const identifiers: readonly (ImportField | undefined)[] = ['primaryEmail', 'primaryPhone', 'username'];

/** A file of users: what is in it, what its columns mean, and a dry run before anything happens. */
export const ImportUsers = () => {
  const t = useT();
  const goTo = useGoTo();
  const { file, mapping, setMapping, existing, setExisting, algorithm, setAlgorithm, ...run } = useImport();
  const { needsAlgorithm, obstacle } = run;
  return (
    <DetailPage
      back={{ href: paths.users(), label: t('users.title') }}
      name={t('users.import.title')}
      description={t('users.import.subtitle')}
      icon={
        <EntityIcon size="large">
          <Upload />
        </EntityIcon>
      }
    >
      <FormSections>
        <FormSection title={t('users.import.file')} help={t('users.import.file_help')}>
          <ReaderFields row={userJobs.uploadImport}>
            <FileInput
              accept={['.csv', '.json', '.ndjson', 'text/csv', 'application/json']}
              hint={
                file
                  ? t('users.import.chosen', { file: file.fileName, count: file.rowCount })
                  : t('users.import.hint')
              }
              isUploading={run.isUploading}
              error={run.problem}
              onFile={chosenFile => void run.load(chosenFile)}
            />
          </ReaderFields>
        </FormSection>
        {file && (
          <FormSection title={t('users.import.columns')} help={t('users.import.columns_help')}>
            <ImportColumns columns={file.columns} mapping={mapping} onChange={setMapping} />
            {needsAlgorithm && (
              <Field label={t('users.import.algorithm')} help={t('users.import.algorithm_help')}>
                <Select
                  value={algorithm}
                  onChange={setAlgorithm}
                  options={passwordHashMethods.map(value => ({ value, label: value }))}
                />
              </Field>
            )}
          </FormSection>
        )}
        {file && <ExistingUsers value={existing} onChange={setExisting} />}
      </FormSections>
      {file && obstacle && <Callout tone="warning">{obstacle}</Callout>}
      {file && (
        <Row justify="end">
          <Button onClick={() => goTo(paths.users())}>{t('general.cancel')}</Button>
          <Button
            variant="primary"
            disabled={obstacle !== undefined}
            isLoading={run.isStarting}
            onClick={() => void run.start(file)}
          >
            {t('users.import.check')}
          </Button>
        </Row>
      )}
    </DetailPage>
  );
};

/** The file, how it is understood, and the dry run that it begins. */
const useImport = () => {
  const t = useT();
  const goTo = useGoTo();
  const upload = useWrite(userJobs.uploadImport, { hideErrors: true });
  const check = useWrite(userJobs.startJob);
  const [file, setFile] = useState<Loaded>();
  const [mapping, setMapping] = useState<Mapping>({});
  const [existing, setExisting] = useState<Existing>('skip');
  const [algorithm, setAlgorithm] = useState<(typeof passwordHashMethods)[number] | null>(null);
  const [problem, setProblem] = useState<string>();

  const load = async (chosen: File) => {
    setProblem(undefined);
    if (chosen.size > importLimits.maximumBytes) return setProblem(t('users.import.too_large'));
    try {
      const loaded = await upload.mutateAsync({ file: chosen });
      setFile({ ...loaded, fileName: chosen.name });
      setMapping(Object.fromEntries(loaded.columns.map(({ name, field }) => [name, field ?? undefined])));
    } catch (error) {
      setProblem(describeFailure(error as Error, t));
    }
  };

  const chosen = Object.values(mapping);
  const needsAlgorithm = chosen.includes('passwordDigest') && !chosen.includes('passwordAlgorithm');
  const obstacle = !chosen.some(field => field && identifiers.includes(field))
    ? t('users.import.identifier_needed')
    : needsAlgorithm && !algorithm
      ? t('users.import.algorithm_needed')
      : undefined;

  const start = async ({ fileId, fileName }: Loaded) => {
    const used = Object.entries(mapping).filter((entry): entry is [string, ImportField] => !!entry[1]);
    const body = {
      kind: 'import' as const,
      fileId,
      fileName,
      mapping: Object.fromEntries(used),
      existing,
      isDryRun: true,
      ...(needsAlgorithm && algorithm ? { passwordAlgorithm: algorithm } : {}),
    };
    const job = await check.mutateAsync({ body }).catch(() => undefined);
    if (job) goTo(paths.userJob(job.id));
  };

  return {
    file,
    mapping,
    setMapping,
    existing,
    setExisting,
    algorithm,
    setAlgorithm,
    needsAlgorithm,
    obstacle,
    problem,
    load,
    start,
    isUploading: upload.isPending,
    isStarting: check.isPending,
  };
};

const ExistingUsers = ({ value, onChange }: { value: Existing; onChange: (value: Existing) => void }) => {
  const t = useT();
  return (
    <FormSection title={t('users.import.existing')} help={t('users.import.existing_help')}>
      <RadioCards
        label={t('users.import.existing')}
        value={value}
        onChange={onChange}
        options={(['skip', 'update'] as const).map(value => ({
          value,
          title: t(`users.import.existing_kinds.${value}`),
          description: t(`users.import.existing_texts.${value}`),
        }))}
      />
    </FormSection>
  );
};
