import { hooks } from '@gatehouse/contract/hooks.ts';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useGoTo } from '../../link.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { FormDialog } from '../../templates/form-dialog.tsx';
import { FormField } from '../../templates/form-field.tsx';
import { EventPicker } from './events.tsx';
import { basicFields } from './fields.ts';

const newFields = z.object(basicFields);

export const CreateWebhook = () => {
  const t = useT();
  const goTo = useGoTo();
  const toast = useToast();
  const create = useWrite(hooks.create);
  return (
    <FormDialog<z.infer<typeof newFields>>
      title={t('webhooks.create')}
      description={t('webhooks.create_text')}
      submitLabel={t('webhooks.create')}
      schema={newFields}
      limit={() => ({ feature: 'hooksLimit' })}
      defaultValues={{ name: '', url: '', events: [] }}
      onClose={() => goTo(paths.webhooks())}
      submit={async ({ url, ...fields }) => {
        const { id, name } = await create.mutateAsync({ body: { ...fields, config: { url } } });
        toast.success(t('webhooks.created', { name }));
        goTo(paths.webhook(id));
      }}
    >
      {form => (
        <>
          <FormField
            form={form}
            name="name"
            label={t('general.name')}
            placeholder={t('webhooks.name_placeholder')}
          />
          <FormField
            form={form}
            name="url"
            label={t('webhooks.url')}
            help={t('webhooks.url_help')}
            placeholder={t('webhooks.url_placeholder')}
            inputMode="url"
            isMono
          />
          <FormField form={form} name="events" label={t('webhooks.events_title')}>
            {field => <EventPicker {...field} />}
          </FormField>
        </>
      )}
    </FormDialog>
  );
};
