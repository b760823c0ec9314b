import { FormSection } from '@gatehouse/ui/form-section.tsx';
import type { Pair } from '@gatehouse/ui/pairs-input.tsx';
import type { FieldPathByValue } from 'react-hook-form';
import { useT } from '../../phrases.tsx';
import type { Form } from '../../templates/form-field.tsx';
import { FormPairs } from '../../templates/form-pairs.tsx';

/** The variables that a script can use in addition to its context, in the field `variables` of its form. */
export const ScriptVariables = <Values extends { variables: Pair[] }>({ form }: { form: Form<Values> }) => {
  const t = useT();
  return (
    <FormSection title={t('customize_jwt.variables')} help={t('customize_jwt.variables_help')}>
      <FormPairs
        form={form}
        name={'variables' as FieldPathByValue<Values, Pair[]>}
        label={t('customize_jwt.variables')}
        nameLabel={t('general.name')}
        valueLabel={t('customize_jwt.value')}
      />
    </FormSection>
  );
};
