import { useEffect, useEffectEvent } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** What was typed survives a new sign-in: kept when the console leaves for it, taken back by the same form afterwards. */
const prefix = 'gatehouse:draft:';
const secretFields = /password|secret|authToken|apiKey|accessKey(?!Id)|privateKey|authorization$|pass$/i;

const openForms = new Set<() => void>();
let isLeaving = false;

/** Called when the console leaves for the sign-in page. */
export const keepDrafts = () => {
  isLeaving = true;
  for (const keep of openForms) keep();
};

/** Nobody is asked about leaving when nothing is lost by it. */
export const isLeavingWithDrafts = () => isLeaving;

const takeDraft = (key: string): Record<string, unknown> => {
  const kept = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return kept ? JSON.parse(kept) : {};
};

/** Secrets are typed again. */
const withoutSecrets = (values: FieldValues): FieldValues =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => !secretFields.test(name))
      .map(([name, value]) => [name, isPlainObject(value) ? withoutSecrets(value) : value]),
  );

const isPlainObject = (value: unknown): value is FieldValues =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Ties a form to the draft of its name at this address. */
export const useDraft = <Values extends FieldValues>(name: string, form: UseFormReturn<Values>) => {
  const { isDirty } = form.formState;
  const key = `${prefix}${window.location.pathname}#${name}`;
  const restore = useEffectEvent(() => {
    for (const [field, value] of Object.entries(takeDraft(key))) {
      form.setValue(field as never, value as never, { shouldDirty: true });
    }
  });
  const keep = useEffectEvent(() => {
    if (isDirty) {
      sessionStorage.setItem(key, JSON.stringify(withoutSecrets(form.getValues())));
    }
  });
  useEffect(() => {
    restore();
    const keepNow = () => keep();
    openForms.add(keepNow);
    return () => void openForms.delete(keepNow);
  }, []);
};
