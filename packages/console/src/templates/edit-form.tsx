import type { QuotaKey } from '@gatehouse/contract/quota.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { FormSections } from '@gatehouse/ui/form-section.tsx';
import { SaveBar, type SaveBarWords } from '@gatehouse/ui/save-bar.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useEffect, useReducer, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, get, type Path, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { useContractForm } from '../contract-form.ts';
import { useTranslation } from '../phrases.tsx';
import { useDraft } from '../session/drafts.ts';
import { useWriteRefusal } from '../session/managed.ts';
import { isLeavingWithDrafts } from '../session/open-forms.ts';
import { useMayLeave } from './may-leave.ts';
import { pointAtFields } from './point-at-fields.ts';
import { QuotaNotice } from './quota-notice.tsx';
import { ReaderFields } from './reader-fields.tsx';
import { useSaveToDraft } from './save-to-draft.tsx';

export type EditFormOptions<Values extends FieldValues> = {
  schema: z.ZodType<Values, Values>;
  /** The saved values. A fresh response resets fields that were not touched. */
  values: Values;
  save: (values: Values) => Promise<unknown>;
  savedMessage: string;
  /** It does not exist yet: it can be saved as it is proposed. */
  isNew?: boolean;
  /** The form has settled, so the page can navigate. */
  onSaved?: () => void;
  /** Values of another time to look at, and to save again. */
  travel?: FormTravel<Values>;
};

type FormTravel<Values> = {
  values: Values;
  scrubber: ReactNode;
  words: Partial<SaveBarWords>;
  /** Said while the values are the saved ones. */
  unchanged: string;
  end: () => void;
};

/**
 * A form over something that exists: the bar with unsaved changes, the question before leaving, errors at the field.
 */
export const useEditForm = <Values extends FieldValues>(options: EditFormOptions<Values>) => {
  const { t, language } = useTranslation();
  const refusal = useWriteRefusal();
  const toast = useToast();
  const form = useContractForm<Values>(options.schema, {
    values: options.values,
    defaultValues: options.values as DefaultValues<Values>,
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  });
  const { isDirty, dirtyFields } = form.formState;
  useFreshComparison(form, options.values);
  // A fresh answer may come in between and end the form's own idea of it.
  const [isSaving, setIsSaving] = useState(false);
  useDraft('edit', form);
  const [labels] = useState(() => new Map<string, string>());
  // The fields name themselves after the bar was drawn: in another language it is drawn again.
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another language asks for it
  useEffect(drawAgain, [language]);
  const hasSettled = useRef(false);

  const { travel } = options;
  useTravelledValues(form, travel?.values);
  useLeaveGuard(() => isDirty && !hasSettled.current && !travel);

  const save = form.handleSubmit(async values => {
    setIsSaving(true);
    try {
      await options.save(values);
      form.reset(values, { keepDirtyValues: false });
      toast.success(options.savedMessage);
      travel?.end();
      if (!options.onSaved) return;
      hasSettled.current = true;
      options.onSaved();
    } catch (error) {
      // The toast has been shown where requests are reported; the form keeps what was typed and points at the field.
      pointAtFields(error, form);
    } finally {
      setIsSaving(false);
    }
  });
  // Fresh answers leave alone what was typed; discarding is about just that.
  const discard = () => form.reset(undefined, { keepDirtyValues: false });
  const draft = useSaveToDraft({ isNew: options.isNew === true, onSaved: discard });
  const saveToDraft = form.handleSubmit(values =>
    draft.open(() =>
      options.save(values).catch((error: unknown) => {
        pointAtFields(error, form);
        throw error;
      }),
    ),
  );
  const changed = [...labels].filter(([name]) => get(dirtyFields, name)).map(([, label]) => label);

  return {
    ...form,
    labels,
    showsDifferences: travel !== undefined,
    bar: (
      <>
        <SaveBar
          isShown={isDirty || isSaving || options.isNew === true || travel !== undefined}
          fields={changed}
          onDiscard={travel?.end ?? discard}
          onSave={() => void save()}
          isSaving={isSaving}
          refusal={refusal && t(refusal)}
          unchanged={isDirty ? undefined : travel?.unchanged}
          words={travel?.words}
          alternative={
            draft.isPossible &&
            !travel && (
              <Button disabled={isSaving} onClick={() => void saveToDraft()}>
                {t('general.save_to_draft')}
              </Button>
            )
          }
        >
          {travel?.scrubber}
        </SaveBar>
        {draft.dialog}
      </>
    ),
  };
};

/**
 * A fresh response keeps typed values but recomputes what is unsaved: a field that was saved meanwhile is clean, and
 * one whose save failed is still unsaved.
 */
const useFreshComparison = <Values extends FieldValues>(form: UseFormReturn<Values>, values: Values) => {
  const { dirtyFields } = form.formState;
  const answer = JSON.stringify(values);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a fresh answer asks for it
  useEffect(() => {
    for (const name of Object.keys(dirtyFields) as Path<Values>[])
      form.setValue(name, form.getValues(name), { shouldDirty: true });
  }, [answer]);
};

/** Shows values of another time as if they were typed, and today's again once the journey has ended. */
const useTravelledValues = <Values extends FieldValues>(
  form: UseFormReturn<Values>,
  values: Values | undefined,
) => {
  const there = values && JSON.stringify(values);
  const wasThere = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another moment asks for it
  useEffect(() => {
    if (values) form.reset(values, { keepDefaultValues: true, keepDirtyValues: false });
    else if (wasThere.current) form.reset(undefined, { keepDirtyValues: false });
    wasThere.current = values !== undefined;
  }, [there]);
};

/** Asks before what was typed is lost. A page can keep it while only the query of its address changes. */
export const useLeaveGuard = (hasUnsaved: () => boolean, { isQueryKept = false } = {}) => {
  const mayLeave = useMayLeave();
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      !(isQueryKept && current.pathname === next.pathname) && hasUnsaved() && !(await mayLeave()),
    enableBeforeUnload: () => hasUnsaved() && !isLeavingWithDrafts(),
  });
};

type EditFormProps = {
  form: { bar: ReactNode };
  /** The plan feature required to turn these settings on. */
  feature?: QuotaKey;
  children: ReactNode;
};

/** The sections of an edit form, and the bar that appears with unsaved changes. */
export const EditForm = ({ form, feature, children }: EditFormProps) => (
  <ReaderFields>
    {feature && <QuotaNotice feature={feature} isHint />}
    <FormSections>{children}</FormSections>
    {form.bar}
  </ReaderFields>
);
