import { draft, drafts } from '@gatehouse/contract/drafts.ts';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useGoTo } from '../../link.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { FormDialog } from '../../templates/form-dialog.tsx';
import { FormField } from '../../templates/form-field.tsx';

const fields = z.object({ name: draft.shape.name });

export const CreateDraft = () => {
  const t = useT();
  const goTo = useGoTo();
  const toast = useToast();
  const create = useWrite(drafts.create);
  return (
    <FormDialog<z.infer<typeof fields>>
      title={t('drafts.create')}
      description={t('drafts.create_text')}
      submitLabel={t('drafts.create')}
      schema={fields}
      defaultValues={{ name: '' }}
      onClose={() => goTo(paths.drafts())}
      submit={async body => {
        const { id, name } = await create.mutateAsync({ body });
        toast.success(t('drafts.created', { name }));
        goTo(paths.draft(id));
      }}
    >
      {form => <FormField form={form} name="name" label={t('general.name')} />}
    </FormDialog>
  );
};
