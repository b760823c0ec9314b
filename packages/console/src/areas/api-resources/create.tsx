import { resources } from '@gatehouse/contract/resources.ts';
import { RadioCards } from '@gatehouse/ui/radio-cards.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useGoTo } from '../../link.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { FormDialog } from '../../templates/form-dialog.tsx';
import { FormField } from '../../templates/form-field.tsx';
import { type Preset, permissionsOf, presets } from './presets.ts';

const presetNames = Object.keys(presets) as Preset[];
const createFields = z.object({
  ...resources.create.body.pick({ name: true, indicator: true }).shape,
  preset: z.enum(presetNames),
});

export const CreateApiResource = () => {
  const t = useT();
  const goTo = useGoTo();
  const toast = useToast();
  const create = useWrite(resources.create);
  const addPermission = useWrite(resources.createScope);
  return (
    <FormDialog<z.infer<typeof createFields>>
      title={t('api_resources.create')}
      description={t('api_resources.create_text')}
      submitLabel={t('api_resources.create')}
      schema={createFields}
      limit={() => ({ feature: 'resourcesLimit' })}
      defaultValues={{ name: '', indicator: '', preset: 'none' }}
      onClose={() => goTo(paths.apiResources())}
      submit={async ({ preset, ...body }) => {
        const { id, name } = await create.mutateAsync({ body });
        for (const permission of permissionsOf(preset, name)) {
          await addPermission
            .mutateAsync({ params: { resourceId: id }, body: { name: permission } })
            // The API is there. The failed write reports its error.
            .catch(() => undefined);
        }
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
            term="resource_indicator"
            help={t('api_resources.indicator_help')}
            placeholder={t('api_resources.indicator_placeholder')}
            inputMode="url"
            isMono
          />
          <FormField form={form} name="preset" label={t('api_resources.presets.title')}>
            {field => (
              <RadioCards
                {...field}
                minWidth="100%"
                options={presetNames.map(value => ({
                  value,
                  title: t(`api_resources.presets.${value}`),
                  description:
                    value === 'none' ? (
                      t('api_resources.presets.none_text')
                    ) : (
                      <Text isMono>{permissionsOf(value, form.watch('name')).join(', ')}</Text>
                    ),
                }))}
              />
            )}
          </FormField>
        </>
      )}
    </FormDialog>
  );
};
