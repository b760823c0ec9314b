import { resources } from '@gatehouse/contract/resources.ts';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useWrite } from '../../api.ts';
import { useGoTo } from '../../link.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { FormDialog } from '../../templates/form-dialog.tsx';
import { FormField } from '../../templates/form-field.tsx';

export const CreateApiResource = () => {
  const t = useT();
  const goTo = useGoTo();
  const toast = useToast();
  const create = useWrite(resources.create);
  return (
    <FormDialog
      title={t('api_resources.create')}
      description={t('api_resources.create_text')}
      submitLabel={t('api_resources.create')}
      schema={resources.create.body}
      limit={() => ({ feature: 'resourcesLimit' })}
      defaultValues={{ name: '', indicator: '' }}
      onClose={() => goTo(paths.apiResources())}
      submit={async body => {
        const { id, name } = await create.mutateAsync({ body });
        toast.success(t('api_resources.created', { name }));
        goTo(paths.apiResource(id));
      }}
    >
      {form => (
        <>
          <FormField
            form={form}
            name="name"
            label={t('general.name')}
            placeholder={t('api_resources.name_placeholder')}
          />
          <FormField
            form={form}
            name="indicator"
            label={t('api_resources.indicator')}
            help={t('api_resources.indicator_help')}
            placeholder={t('api_resources.indicator_placeholder')}
            inputMode="url"
            isMono
          />
        </>
      )}
    </FormDialog>
  );
};
