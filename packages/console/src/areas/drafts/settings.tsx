import { type Draft, draft, drafts } from '@gatehouse/contract/drafts.ts';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { EditForm, useEditForm } from '../../templates/edit-form.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { FormField } from '../../templates/form-field.tsx';

const fields = z.object({ name: draft.shape.name });

export const DraftSettings = () => {
  const t = useT();
  const { id, name } = useEntity<Draft>();
  const update = useWrite(drafts.update);
  const form = useEditForm({
    schema: fields,
    values: { name },
    savedMessage: t('drafts.saved'),
    save: body => update.mutateAsync({ params: { id }, body }),
  });
  return (
    <EditForm form={form}>
      <FormSection title={t('drafts.general')} help={t('drafts.general_help')}>
        <FormField form={form} name="name" label={t('general.name')} />
      </FormSection>
    </EditForm>
  );
};
