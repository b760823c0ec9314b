import { RadioCards } from '@gatehouse/ui/radio-cards.tsx';
import type { FieldPathByValue, FieldValues } from 'react-hook-form';
import { useT } from '../../phrases.tsx';
import { nameOfRole } from '../../session/member-role.ts';
import { type Form, FormField } from '../../templates/form-field.tsx';
import { useMemberRoles } from './use-member-roles.ts';

type RoleChoiceProps<Values extends FieldValues, Name extends FieldPathByValue<Values, string>> = {
  form: Form<Values>;
  name: Name;
};

/** One of the roles that members can have. */
export const RoleChoice = <Values extends FieldValues, Name extends FieldPathByValue<Values, string>>({
  form,
  name,
}: RoleChoiceProps<Values, Name>) => {
  const t = useT();
  const { roles, describe } = useMemberRoles();
  return (
    <FormField form={form} name={name} label={t('tenant_members.role')}>
      {field => (
        <RadioCards
          {...field}
          options={roles.map(role => ({
            value: role.id,
            title: nameOfRole(role, t),
            description: describe(role),
          }))}
        />
      )}
    </FormField>
  );
};
