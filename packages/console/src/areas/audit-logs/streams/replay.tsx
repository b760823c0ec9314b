import { type LogStream, logStreams } from '@gatehouse/contract/log-streams.ts';
import { TextInput } from '@gatehouse/ui/text-input.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { z } from 'zod';
import { useWrite } from '../../../api.ts';
import { useT } from '../../../phrases.tsx';
import { FormDialog } from '../../../templates/form-dialog.tsx';
import { FormField } from '../../../templates/form-field.tsx';

const replayFields = z.object({
  from: z.string().refine(text => Number.isFinite(Date.parse(text)), { error: 'validation.required' }),
});

/** Sends everything since a moment again. */
export const ReplayStream = ({ stream, onClose }: { stream: LogStream; onClose: () => void }) => {
  const t = useT();
  const toast = useToast();
  const replay = useWrite(logStreams.replay);
  return (
    <FormDialog
      title={t('audit_logs.streams.replay_title')}
      description={t('audit_logs.streams.replay_text')}
      submitLabel={t('audit_logs.streams.replay')}
      schema={replayFields}
      defaultValues={{ from: '' }}
      onClose={onClose}
      submit={async ({ from }) => {
        await replay.mutateAsync({ params: { id: stream.id }, body: { from: Date.parse(from) } });
        toast.success(t('audit_logs.streams.replaying'));
        onClose();
      }}
    >
      {form => (
        <FormField
          form={form}
          name="from"
          label={t('audit_logs.streams.replay_from')}
          help={t('audit_logs.streams.replay_help')}
        >
          {field => <TextInput {...field} type="datetime-local" />}
        </FormField>
      )}
    </FormDialog>
  );
};
