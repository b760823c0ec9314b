import type { Role } from '@gatehouse/contract/role.ts';
import { roles } from '@gatehouse/contract/roles.ts';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { EditForm } from '../../templates/edit-form.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { FormField, FormSwitch } from '../../templates/form-field.tsx';
import { useTravellingForm } from '../../templates/travelling-form.ts';
import { isBuiltIn } from './built-in.ts';

const generalFields = z.object({
  name: roles.create.body.shape.name,
  description: roles.create.body.shape.description,
  isDefault: z.boolean(),
});

export const RoleGeneral = () => {
  const t = useT();
  const role = useEntity<Role>();
  const { id, type } = role;
  const update = useWrite(roles.update);
  const form = useTravellingForm({
    schema: generalFields,
    now: role,
    read: ({ name, description, isDefault }) => ({ name, description, isDefault }),
    hasOthers: false,
    savedMessage: t('roles.saved'),
    save: body => update.mutateAsync({ params: { id }, body }),
  });
  const isLocked = isBuiltIn(role);
  return (
    <EditForm form={form}>
      <FormSection title={t('roles.general.title')} help={t('roles.general.help')}>
        <FormField form={form} name="name" label={t('general.name')} disabled={isLocked} />
        <FormField form={form} name="description" label={t('general.description')} disabled={isLocked} />
      </FormSection>
      <FormSection title={t('roles.general.default_title')} help={t(`roles.is_default_help.${type}`)}>
        <FormSwitch form={form} name="isDefault" label={t('roles.is_default')} disabled={isLocked} />
      </FormSection>
    </EditForm>
  );
};
