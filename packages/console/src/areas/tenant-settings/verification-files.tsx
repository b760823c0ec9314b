import { domains, verificationFiles, verificationFileTypes } from '@gatehouse/contract/domains.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { IconButton } from '@gatehouse/ui/icon-button.tsx';
import { Grid, Row, Stack } from '@gatehouse/ui/layout.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { TextArea } from '@gatehouse/ui/text-area.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { Plus, Trash2 } from 'lucide-react';
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { z } from 'zod';
import { useRead, useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { FormDialog } from '../../templates/form-dialog.tsx';
import { FormField } from '../../templates/form-field.tsx';

const fileFields = z.object({ verificationFiles });
type FileValues = z.infer<typeof fileFields>;

const mostFiles = 10;

/** Files that other services look for under a domain before they believe that it is one's own. */
export const VerificationFiles = ({ domainId, onClose }: { domainId: string; onClose: () => void }) => {
  const t = useT();
  const toast = useToast();
  const { data } = useRead(domains.listVerificationFiles, { params: { id: domainId } });
  const { mutateAsync: replace } = useWrite(domains.replaceVerificationFiles);
  if (!data) return null;
  return (
    <FormDialog<FileValues>
      title={t('domains.files.title')}
      description={t('domains.files.text')}
      submitLabel={t('general.save')}
      size="large"
      staysOnPage
      schema={fileFields}
      defaultValues={{ verificationFiles: data }}
      onClose={onClose}
      submit={async body => {
        await replace({ params: { id: domainId }, body });
        toast.success(t('domains.files.saved'));
        onClose();
      }}
    >
      {form => <Files form={form} />}
    </FormDialog>
  );
};

const Files = ({ form }: { form: UseFormReturn<FileValues> }) => {
  const t = useT();
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'verificationFiles' });
  return (
    <Stack gap={4}>
      {fields.length === 0 && <Callout>{t('domains.files.none')}</Callout>}
      {fields.map(({ id }, index) => (
        <Card key={id}>
          <Stack>
            <Row align="end" isOneLine>
              <Stack isGrowing>
                <Grid>
                  <FormField
                    form={form}
                    name={`verificationFiles.${index}.path`}
                    label={t('domains.files.path')}
                    isMono
                  />
                  <FormField
                    form={form}
                    name={`verificationFiles.${index}.contentType`}
                    label={t('domains.record_type')}
                  >
                    {field => (
                      <Select
                        {...field}
                        options={verificationFileTypes.map(value => ({ value, label: value }))}
                      />
                    )}
                  </FormField>
                </Grid>
              </Stack>
              <IconButton
                icon={<Trash2 />}
                label={t('domains.files.remove', { number: index + 1 })}
                onClick={() => remove(index)}
              />
            </Row>
            <FormField
              form={form}
              name={`verificationFiles.${index}.content`}
              label={t('domains.files.content')}
            >
              {field => <TextArea {...field} isMono dir="ltr" spellCheck={false} />}
            </FormField>
          </Stack>
        </Card>
      ))}
      <Row>
        <Button
          icon={<Plus />}
          disabled={fields.length >= mostFiles}
          onClick={() => append({ path: '/.well-known/', content: '', contentType: 'text/plain' })}
        >
          {t('domains.files.add')}
        </Button>
      </Row>
    </Stack>
  );
};
