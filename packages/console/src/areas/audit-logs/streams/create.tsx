import { logStreamKinds, logStreams } from '@gatehouse/contract/log-streams.ts';
import { RadioCards } from '@gatehouse/ui/radio-cards.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useState } from 'react';
import { useWrite } from '../../../api.ts';
import { useGoTo } from '../../../link.tsx';
import { paths } from '../../../paths.ts';
import { useT } from '../../../phrases.tsx';
import { FormDialog } from '../../../templates/form-dialog.tsx';
import { FormField, FormSwitch } from '../../../templates/form-field.tsx';
import { DestinationFields, SecretFields } from './destination-fields.tsx';
import { bodyOf, emptyStream, newStreamFields } from './fields.ts';
import { kindIcons } from './kinds.tsx';
import { NewSigningKey } from './signing-key.tsx';

export const CreateStream = () => {
  const t = useT();
  const goTo = useGoTo();
  const toast = useToast();
  const create = useWrite(logStreams.create);
  const [created, setCreated] = useState<{ id: string; signingKey: string }>();
  if (created)
    return (
      <NewSigningKey signingKey={created.signingKey} onClose={() => goTo(paths.logStream(created.id))} />
    );
  return (
    <FormDialog
      title={t('audit_logs.streams.create')}
      description={t('audit_logs.streams.create_text')}
      submitLabel={t('audit_logs.streams.create')}
      size="large"
      schema={newStreamFields}
      defaultValues={emptyStream}
      onClose={() => goTo(paths.logStreams())}
      submit={async values => {
        const { id, name, signingKey } = await create.mutateAsync({ body: bodyOf(values) });
        toast.success(t('audit_logs.streams.created', { name }));
        if (signingKey) setCreated({ id, signingKey });
        else goTo(paths.logStream(id));
      }}
    >
      {form => {
        const kind = form.watch('config.kind');
        return (
          <>
            <FormField form={form} name="config.kind" label={t('audit_logs.streams.kind')}>
              {field => (
                <RadioCards
                  {...field}
                  options={logStreamKinds.map(value => ({
                    value,
                    icon: kindIcons[value],
                    title: t(`audit_logs.streams.kinds.${value}`),
                    description: t(`audit_logs.streams.kind_texts.${value}`),
                  }))}
                />
              )}
            </FormField>
            <FormField
              form={form}
              name="name"
              label={t('general.name')}
              placeholder={t('audit_logs.streams.name_placeholder')}
            />
            <DestinationFields form={form} kind={kind} />
            <SecretFields form={form} kind={kind} />
            <FormSwitch
              form={form}
              name="includeChanges"
              label={t('audit_logs.streams.include_changes')}
              help={t('audit_logs.streams.include_changes_help')}
            />
          </>
        );
      }}
    </FormDialog>
  );
};
