import { webUrl } from '@gatehouse/contract/fields.ts';
import { type SamlApplication, samlApplications } from '@gatehouse/contract/saml-applications.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { CopyText } from '@gatehouse/ui/copy-text.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { FileInput } from '@gatehouse/ui/file-input.tsx';
import { KeyValueList } from '@gatehouse/ui/key-value-list.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { RadioCards } from '@gatehouse/ui/radio-cards.tsx';
import { TextArea } from '@gatehouse/ui/text-area.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { FileUp, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { refreshAfter, useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { HttpError } from '../../request.ts';
import { FormDialog } from '../../templates/form-dialog.tsx';
import { FormField } from '../../templates/form-field.tsx';

type Props = { application: SamlApplication };

/** The metadata of the service provider: where it comes from, and whether it could be read the last time. */
export const SamlImport = ({ application }: Props) => {
  const t = useT();
  const toast = useToast();
  const { id, metadataUrl, metadataRefreshedAt, metadataError } = application;
  const [isOpen, setIsOpen] = useState(false);
  const refresh = useWrite(samlApplications.refreshMetadata);
  const update = useWrite(samlApplications.update);
  const say = (work: Promise<unknown>, message: string) =>
    void work.then(
      () => toast.success(message),
      // Why a refresh failed is kept with the application.
      () => refreshAfter(samlApplications.refreshMetadata),
    );
  return (
    <>
      {metadataUrl && (
        <KeyValueList
          items={[
            { key: t('applications.saml.imported_url'), value: <CopyText text={metadataUrl} /> },
            ...(metadataRefreshedAt
              ? [
                  {
                    key: t('applications.saml.refreshed_at'),
                    value: <DateText value={metadataRefreshedAt} />,
                  },
                ]
              : []),
          ]}
        />
      )}
      {metadataUrl && metadataError && (
        <Callout tone="warning" title={t('applications.saml.refresh_failed')}>
          {metadataError}
        </Callout>
      )}
      <Row>
        <Button icon={<FileUp />} onClick={() => setIsOpen(true)}>
          {t('applications.saml.import')}
        </Button>
        {metadataUrl && (
          <>
            <Button
              icon={<RefreshCw />}
              isLoading={refresh.isPending}
              onClick={() => say(refresh.mutateAsync({ params: { id } }), t('applications.saml.refreshed'))}
            >
              {t('applications.saml.refresh')}
            </Button>
            <Button
              isLoading={update.isPending}
              onClick={() =>
                say(
                  update.mutateAsync({ params: { id }, body: { metadataUrl: null } }),
                  t('applications.saml.stopped_refreshing'),
                )
              }
            >
              {t('applications.saml.stop_refreshing')}
            </Button>
          </>
        )}
      </Row>
      {isOpen && <ImportDialog application={application} onClose={() => setIsOpen(false)} />}
    </>
  );
};

const ways = ['url', 'xml'] as const;

/** Said beside the field: only the metadata that was given can be to blame. */
const refusals: readonly string[] = [
  'application.saml.invalid_metadata',
  'application.saml.entity_id_in_use',
];

const importFields = z.discriminatedUnion('way', [
  z.object({
    way: z.literal('url'),
    url: z.string().min(1, { error: 'validation.required', abort: true }).pipe(webUrl),
    xml: z.string(),
  }),
  z.object({ way: z.literal('xml'), url: z.string(), xml: z.string().min(1) }),
]);
type ImportFields = z.infer<typeof importFields>;

const ImportDialog = ({ application: { id, metadataUrl }, onClose }: Props & { onClose: () => void }) => {
  const t = useT();
  const toast = useToast();
  const load = useWrite(samlApplications.importMetadata, { ignoredCodes: refusals });
  return (
    <FormDialog<ImportFields>
      title={t('applications.saml.import')}
      description={t('applications.saml.import_text')}
      submitLabel={t('applications.saml.import')}
      schema={importFields}
      defaultValues={{ way: 'url', url: metadataUrl ?? '', xml: '' }}
      onClose={onClose}
      submit={async ({ way, url, xml }, form) => {
        try {
          await load.mutateAsync({ params: { id }, body: way === 'url' ? { url } : { xml } });
        } catch (error) {
          if (!(error instanceof HttpError) || !refusals.includes(error.code ?? '')) throw error;
          form.setError(way, { message: error.message }, { shouldFocus: true });
          return;
        }
        toast.success(t('applications.saml.imported'));
        onClose();
      }}
    >
      {form => (
        <>
          <FormField form={form} name="way" label={t('applications.saml.import_from')}>
            {field => (
              <RadioCards
                {...field}
                options={ways.map(value => ({
                  value,
                  title: t(`applications.saml.import_ways.${value}`),
                  description: t(`applications.saml.import_way_texts.${value}`),
                }))}
              />
            )}
          </FormField>
          {form.watch('way') === 'url' ? (
            <FormField
              form={form}
              name="url"
              label={t('applications.saml.imported_url')}
              placeholder={t('applications.saml.entity_id_placeholder')}
              inputMode="url"
              isMono
            />
          ) : (
            <FormField form={form} name="xml" label={t('applications.saml.import_xml')}>
              {field => (
                <>
                  <FileInput
                    hint=".xml"
                    accept={['.xml', 'text/xml', 'application/xml', 'application/samlmetadata+xml']}
                    onFile={file =>
                      void file.text().then(text => form.setValue('xml', text, { shouldValidate: true }))
                    }
                  />
                  <TextArea {...field} isMono rows={6} />
                </>
              )}
            </FormField>
          )}
        </>
      )}
    </FormDialog>
  );
};
