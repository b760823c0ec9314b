import { subjectTokens } from '@gatehouse/contract/subject-tokens.ts';
import { useState } from 'react';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { FormDialog } from '../../templates/form-dialog.tsx';
import { FormField } from '../../templates/form-field.tsx';
import { ShownOnce } from './shown-once.tsx';

const reasonField = z.object({ reason: z.string().max(256) });

/** Makes a token that an application exchanges to act as somebody. Why is kept with every token that comes of it. */
export const Impersonate = ({ userId, onClose }: { userId: string; onClose: () => void }) => {
  const t = useT();
  const create = useWrite(subjectTokens.create);
  const [token, setToken] = useState<string>();
  if (token) {
    return (
      <ShownOnce
        title={t('users.impersonate.created')}
        text={t('users.impersonate.once')}
        label={t('users.impersonate.token')}
        secret={token}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      title={t('users.impersonate.action')}
      description={t('users.impersonate.text')}
      submitLabel={t('users.impersonate.create')}
      limit={() => ({ feature: 'subjectTokenEnabled' })}
      schema={reasonField}
      defaultValues={{ reason: '' }}
      onClose={onClose}
      submit={async ({ reason }) => {
        const { subjectToken } = await create.mutateAsync({
          body: { userId, ...(reason ? { context: { reason } } : {}) },
        });
        setToken(subjectToken);
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
    </FormDialog>
  );
};
