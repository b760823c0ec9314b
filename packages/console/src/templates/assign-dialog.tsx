import type { ComboboxOption } from '@gatehouse/ui/combobox.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import type { ComponentProps, ReactNode } from 'react';
import type { ControllerRenderProps } from 'react-hook-form';
import { z } from 'zod';
import { useWords, type Words } from '../phrases.tsx';
import { FormDialog } from './form-dialog.tsx';
import { FormField } from './form-field.tsx';

/** The value of a picker. */
export const picks = z.array(
  z.object({ value: z.string(), label: z.string() }) satisfies z.ZodType<ComboboxOption>,
);

const picked = z.object({ picks: picks.min(1) });
type Picked = z.infer<typeof picked>;

type AssignDialogProps = {
  words: Words<'assign' | 'assign_title' | 'assign_text' | 'assigned' | 'picked'>;
  /** The name of the object that the picks are assigned to. */
  name: string;
  picker: (field: ControllerRenderProps<Picked, 'picks'>) => ReactNode;
  assign: (ids: string[]) => Promise<unknown>;
  limit?: ComponentProps<typeof FormDialog<Picked>>['limit'];
  onClose: () => void;
};

/** Picks some things and relates them to another. */
export const AssignDialog = ({ words, name, picker, assign, limit, onClose }: AssignDialogProps) => {
  const say = useWords(words);
  const toast = useToast();
  return (
    <FormDialog
      title={say('assign_title', { name })}
      description={say('assign_text')}
      submitLabel={say('assign')}
      schema={picked}
      limit={limit}
      defaultValues={{ picks: [] }}
      onClose={onClose}
      submit={async ({ picks }) => {
        await assign(picks.map(({ value }) => value));
        toast.success(say('assigned', { count: picks.length }));
        onClose();
      }}
    >
      {form => (
        <FormField form={form} name="picks" label={say('picked')}>
          {picker}
        </FormField>
      )}
    </FormDialog>
  );
};
