import { resources } from '@gatehouse/contract/resources.ts';
import { FileInput } from '@gatehouse/ui/file-input.tsx';
import { TextArea } from '@gatehouse/ui/text-area.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { z } from 'zod';
import { useRead, useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { describeFailure } from '../../session/report-errors.tsx';
import { FormDialog } from '../../templates/form-dialog.tsx';
import { FormField } from '../../templates/form-field.tsx';
import { parsePermissions } from './parse-permissions.ts';

type AddPermissionsProps = {
  resourceId: string;
  /** Proposed, to be changed. */
  lines: string;
  onClose: () => void;
};

/** Adds many permissions from pasted lines. Lines that fail stay in the field, with the reason. */
export const AddPermissions = ({ resourceId, lines: proposed, onClose }: AddPermissionsProps) => {
  const t = useT();
  const toast = useToast();
  const { data: existing = [] } = useRead(resources.listScopes, { params: { resourceId } });
  const create = useWrite(resources.createScope, { hideErrors: true });
  return (
    <FormDialog
      title={t('api_resources.permissions.add_several_title')}
      description={t('api_resources.permissions.add_several_text')}
      submitLabel={t('general.add')}
      schema={z.object({ lines: z.string().min(1) })}
      limit={({ lines }) => ({
        feature: 'scopesPerResourceLimit',
        used: existing.length + Math.max(0, parsePermissions(lines).length - 1),
      })}
      defaultValues={{ lines: proposed }}
      onClose={onClose}
      submit={async ({ lines }, form) => {
        const failures: { text: string; reason: string }[] = [];
        const permissions = parsePermissions(lines);
        for (const { text, line, name, description } of permissions) {
          await create
            .mutateAsync({ params: { resourceId }, body: { name, description } })
            .catch((error: Error) => {
              failures.push({
                text,
                reason: t('api_resources.permissions.line_failed', {
                  line: String(line),
                  name,
                  message: describeFailure(error, t),
                }),
              });
            });
        }
        const count = permissions.length - failures.length;
        if (count > 0) toast.success(t('api_resources.permissions.added', { count }));
        if (failures.length === 0) return onClose();
        form.setValue('lines', failures.map(({ text }) => text).join('\n'));
        form.setError('lines', { message: failures.map(({ reason }) => reason).join(' ') });
      }}
    >
      {form => (
        <>
          <FormField form={form} name="lines" label={t('api_resources.permissions.add_several_field')}>
            {field => (
              <TextArea
                isMono
                rows={8}
                placeholder={t('api_resources.permissions.add_several_placeholder')}
                {...field}
              />
            )}
          </FormField>
          <FileInput
            hint={t('api_resources.permissions.add_several_file')}
            accept={['.csv', '.txt']}
            onFile={async file => form.setValue('lines', await file.text())}
          />
        </>
      )}
    </FormDialog>
  );
};
