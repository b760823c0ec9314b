import { useEffect, useEffectEvent, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/**
 * Drafts survive a new sign-in and, in dialogs, a reload: they are stored when the page is left and restored by the
 * same form.
 */
const prefix = 'gatehouse:draft:';
const reloadPrefix = 'gatehouse:reload-draft:';
const secretFields = /password|secret|authToken|apiKey|accessKey(?!Id)|privateKey|authorization$|pass$/i;

const dropDrafts = (isMeant: (key: string) => boolean) => {
  for (const key of Object.keys(sessionStorage))
    if (/^gatehouse:(reload-)?draft:/.test(key) && isMeant(key)) sessionStorage.removeItem(key);
};

const openForms = new Set<(isReload: boolean) => void>();
let isLeaving = false;

/** Called when the console leaves for the sign-in page, or for the payment provider. */
export const keepDrafts = () => {
  isLeaving = true;
  for (const keep of openForms) keep(false);
};

window.addEventListener('pagehide', () => {
  if (!isLeaving) for (const keep of openForms) keep(true);
});

/** The browser has brought the whole page back, with its forms as they were. */
window.addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  isLeaving = false;
  dropDrafts(key => key.startsWith(prefix));
});

/** Drops the draft of a form on all pages. */
export const forgetDraft = (name: string) => dropDrafts(key => key.endsWith(`#${name}`));

/** A reload and the back button keep the draft. Opening the URL again starts without it. */
const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
if (arrival?.type === 'navigate') dropDrafts(key => key.startsWith(reloadPrefix));

/** No confirmation if nothing would be lost. */
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
export const useDraft = <Values extends FieldValues>(
  name: string,
  form: UseFormReturn<Values>,
  { survivesReload = false } = {},
) => {
  const { isDirty } = form.formState;
  // The URL where it was opened: while a back navigation is reverted, the browser is briefly at another one.
  const [key] = useState(() => `${window.location.pathname}#${name}`);
  const restore = useEffectEvent(() => {
    const draft = { ...takeDraft(reloadPrefix + key), ...takeDraft(prefix + key) };
    for (const [field, value] of Object.entries(draft)) {
      form.setValue(field as never, value as never, { shouldDirty: true });
    }
  });
  const keep = useEffectEvent((isReload: boolean) => {
    if (!isDirty || (isReload && !survivesReload)) return;
    const values = JSON.stringify(withoutSecrets(form.getValues()));
    sessionStorage.setItem((isReload ? reloadPrefix : prefix) + key, values);
  });
  useEffect(() => {
    restore();
    const keepNow = (isReload: boolean) => keep(isReload);
    openForms.add(keepNow);
    return () => void openForms.delete(keepNow);
  }, []);
};
