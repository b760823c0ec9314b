import { subjectTokens } from '@gatehouse/contract/subject-tokens.ts';
import { z } from 'zod';
import { refreshSegment, useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { FormField } from '../../templates/form-field.tsx';
import { SecretDialog } from '../../templates/secret-dialog.tsx';

const reasonField = z.object({ reason: z.string().max(256) });

/** Creates a subject token for impersonation. The reason is stored with every token exchanged from it. */
export const Impersonate = ({ userId, onClose }: { userId: string; onClose: () => void }) => {
  const t = useT();
  const create = useWrite(subjectTokens.create);
  return (
    <SecretDialog
      title={t('users.impersonate.action')}
      description={t('users.impersonate.text')}
      submitLabel={t('users.impersonate.create')}
      limit={() => ({ feature: 'subjectTokenEnabled' })}
      schema={reasonField}
      defaultValues={{ reason: '' }}
      onClose={onClose}
      submit={async ({ reason }) => {
        const context = reason ? { reason } : undefined;
        const { subjectToken } = await create.mutateAsync({ body: { userId, context } });
        await refreshSegment('users');
        return subjectToken;
      }}
      shown={{
        title: t('users.impersonate.created'),
        text: t('users.impersonate.once'),
        label: t('users.impersonate.token'),
      }}
    >
      {form => (
        <FormField
          form={form}
          name="reason"
          label={t('users.impersonate.reason')}
          help={t('users.impersonate.reason_help')}
          isOptional
        />
      )}
    </SecretDialog>
  );
};
