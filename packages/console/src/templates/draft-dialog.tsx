import { draft, drafts } from '@gatehouse/contract/drafts.ts';
import type { BodyInput } from '@gatehouse/contract/endpoint.ts';
import { Field } from '@gatehouse/ui/field.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { DelayedLoading } from '@gatehouse/ui/spinner.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useRef } from 'react';
import { z } from 'zod';
import { refreshSegment, send, useRead, useWrite } from '../api.ts';
import { useGoTo } from '../link.tsx';
import { paths } from '../paths.ts';
import { useT } from '../phrases.tsx';
import { urlOf } from '../request.ts';
import { useWriteTarget, type WriteTarget } from '../session/write-target.ts';
import { FormDialog } from './form-dialog.tsx';
import { FormField } from './form-field.tsx';

const newDraft = 'new';

const fields = z.object({ draftId: z.string(), name: z.string().max(128) }).superRefine((value, context) => {
  if (value.draftId !== newDraft) return;
  const { error } = draft.shape.name.safeParse(value.name);
  for (const issue of error?.issues ?? []) context.addIssue({ ...issue, path: ['name'] } as never);
});

/** Adds what the work would write to a draft instead. */
const saveTo = async (id: string, target: WriteTarget, save: () => Promise<unknown>) => {
  target.divert = (row, input) => {
    const method = row.method.toUpperCase() as BodyInput<typeof drafts.addRequest>['method'];
    const body = input.body as BodyInput<typeof drafts.addRequest>['body'];
    return send(drafts.addRequest, { params: { id }, body: { method, path: urlOf(row, input), body } });
  };
  try {
    await save();
  } finally {
    target.divert = undefined;
    await refreshSegment('drafts');
  }
};

type DraftDialogProps = {
  /** The requests that this sends go to the draft. */
  save: () => Promise<unknown>;
  /** The server refused to save it live. */
  isRefused: boolean;
  onSaved: () => void;
  onClose: () => void;
};

/** Chooses a draft, or begins one. */
export const DraftDialog = ({ save, isRefused, onSaved, onClose }: DraftDialogProps) => {
  const t = useT();
  const goTo = useGoTo();
  const toast = useToast();
  const target = useWriteTarget();
  const create = useWrite(drafts.create);
  const created = useRef<{ id: string; name: string }>(undefined);
  const { data } = useRead(drafts.list, { page: 1, pageSize: 100 });
  if (!data) return <DelayedLoading />;
  const open = data[0].filter(({ publishedAt }) => publishedAt === null);
  const nameOf = (id: string) => open.find(each => each.id === id)?.name ?? '';
  return (
    <FormDialog<z.infer<typeof fields>>
      title={t('drafts.save_to')}
      description={t(isRefused ? 'managed.needs_approval' : 'drafts.save_to_text')}
      submitLabel={t('drafts.save_to')}
      size="small"
      schema={fields}
      defaultValues={{ draftId: open[0]?.id ?? newDraft, name: '' }}
      staysOnPage
      onClose={onClose}
      submit={async ({ draftId, name }) => {
        // If the request is refused and sent again, it goes to the draft that was created the first time.
        if (draftId === newDraft) created.current ??= await create.mutateAsync({ body: { name } });
        const chosen = draftId === newDraft ? created.current! : { id: draftId, name: nameOf(draftId) };
        await saveTo(chosen.id, target, save);
        onClose();
        onSaved();
        toast.success(t('drafts.saved_to', { name: chosen.name }), {
          actions: [{ label: t('drafts.open'), onClick: () => goTo(paths.draft(chosen.id)) }],
        });
      }}
    >
      {form => (
        <>
          {open.length > 0 && (
            <Field label={t('drafts.draft')}>
              <Select
                value={form.watch('draftId')}
                onChange={draftId => form.setValue('draftId', draftId)}
                options={[
                  ...open.map(({ id, name }) => ({ value: id, label: name })),
                  { value: newDraft, label: t('drafts.new') },
                ]}
              />
            </Field>
          )}
          {form.watch('draftId') === newDraft && (
            <FormField form={form} name="name" label={t('general.name')} />
          )}
        </>
      )}
    </FormDialog>
  );
};
