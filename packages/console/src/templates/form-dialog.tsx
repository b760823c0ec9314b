import type { QuotaKey } from '@gatehouse/contract/quota.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { Dialog } from '@gatehouse/ui/dialog.tsx';
import { ReadOnlyFields } from '@gatehouse/ui/read-only-fields.ts';
import { useBlocker } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { useContractForm } from '../contract-form.ts';
import { useTranslation } from '../phrases.tsx';
import { useAbilities } from '../session/abilities.ts';
import { useDraft } from '../session/drafts.ts';
import { useMayLeave } from './may-leave.ts';
import { pointAtFields } from './point-at-fields.ts';
import { QuotaNotice } from './quota-notice.tsx';

type FormDialogProps<Values extends FieldValues> = {
  title: string;
  description?: string;
  submitLabel: string;
  size?: ComponentProps<typeof Dialog>['size'];
  /** The quota to check. `used` is for features that the tenant's usage does not count. */
  limit?: (values: Values) => { feature: QuotaKey; used?: number };
  schema: z.ZodType<Values, Values>;
  defaultValues: DefaultValues<Values>;
  submit: (values: Values, form: UseFormReturn<Values>) => Promise<unknown>;
  onClose: () => void;
  /** Out of the way while what it leads to is shown; what was typed stays. */
  isOpen?: boolean;
  /** The dialog has no URL: the browser's back button closes it, and the page below stays. */
  staysOnPage?: boolean;
  children: (form: UseFormReturn<Values>) => ReactNode;
};

/** A form on top of the page, to create or edit one thing. A failed request leaves it open with everything that was typed. */
export const FormDialog = <Values extends FieldValues>(props: FormDialogProps<Values>) => {
  const { t } = useTranslation();
  const form = useContractForm<Values>(props.schema, { defaultValues: props.defaultValues });
  useDraft(props.title, form, { survivesReload: true });
  const { isOpen = true } = props;
  useBack({
    isOpen,
    hasUnsaved: form.formState.isDirty,
    close: props.staysOnPage ? props.onClose : undefined,
  });
  const { mayWrite, hasRoom } = useAbilities();
  const limit = props.limit?.(form.watch());
  const isRefused = !mayWrite || (limit !== undefined && !hasRoom(limit.feature, limit.used));
  const submit = form.handleSubmit(async values => {
    try {
      await props.submit(values, form);
    } catch (error) {
      pointAtFields(error, form);
    }
  });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={props.onClose}
      title={props.title}
      description={props.description}
      size={props.size}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onClick={props.onClose}>{t('general.cancel')}</Button>
          <Button
            type="submit"
            variant="primary"
            isLoading={form.formState.isSubmitting}
            disabled={isRefused}
          >
            {props.submitLabel}
          </Button>
        </>
      }
    >
      {!mayWrite && <Callout tone="warning" title={t('permission.no_write')} />}
      {limit && <QuotaNotice {...limit} />}
      <ReadOnlyFields value={!mayWrite}>{props.children(form)}</ReadOnlyFields>
    </Dialog>
  );
};

type Back = { isOpen: boolean; hasUnsaved: boolean; close: (() => void) | undefined };

/** The browser's back asks before what was typed is lost. */
const useBack = ({ isOpen, hasUnsaved, close }: Back) => {
  const mayLeave = useMayLeave();
  useBlocker({
    shouldBlockFn: async ({ action }) => {
      if (action !== 'BACK') return false;
      if (hasUnsaved && !(await mayLeave())) return true;
      close?.();
      return close !== undefined;
    },
    enableBeforeUnload: false,
    disabled: !isOpen,
  });
};
