import { resources } from '@gatehouse/contract/resources.ts';
import { Field } from '@gatehouse/ui/field.tsx';
import { TextInput } from '@gatehouse/ui/text-input.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useWrite } from '../../api.ts';
import { useGoTo } from '../../link.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { CreateDialog } from '../../templates/create-dialog.tsx';

export const CreateApiResource = () => {
  const t = useT();
  const goTo = useGoTo();
  const toast = useToast();
  const create = useWrite(resources.create);
  return (
    <CreateDialog
      title={t('api_resources.create')}
      description={t('api_resources.create_text')}
      submitLabel={t('api_resources.create')}
      schema={resources.create.body}
      defaultValues={{ name: '', indicator: '' }}
      onClose={() => goTo(paths.apiResources())}
      submit={async body => {
        const { id, name } = await create.mutateAsync({ body });
        toast.success(t('api_resources.created', { name }));
        goTo(paths.apiResource(id));
      }}
    >
      {(form, errorOf) => (
        <>
          <Field label={t('api_resources.name')} error={errorOf('name')}>
            <TextInput
              placeholder={t('api_resources.name_placeholder')}
              autoFocus
              {...form.register('name')}
            />
          </Field>
          <Field
            label={t('api_resources.indicator')}
            help={t('api_resources.indicator_help')}
            error={errorOf('indicator')}
          >
            <TextInput
              isMono
              inputMode="url"
              placeholder={t('api_resources.indicator_placeholder')}
              {...form.register('indicator')}
            />
          </Field>
        </>
      )}
    </CreateDialog>
  );
};
