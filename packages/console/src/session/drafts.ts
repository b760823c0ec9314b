import { useEffect, useEffectEvent, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { isLeavingWithDrafts, openForms } from './open-forms.ts';

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

window.addEventListener('pagehide', () => {
  if (!isLeavingWithDrafts()) for (const keep of openForms) keep(true);
});

/** A page that the browser has brought back still has what was typed. */
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) dropDrafts(key => key.startsWith(prefix));
});

/** Drops the draft of a form on all pages. */
export const forgetDraft = (name: string) => dropDrafts(key => key.endsWith(`#${name}`));

/** A reload and the back button keep the draft. Opening the URL again starts without it. */
const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
if (arrival?.type === 'navigate') dropDrafts(key => key.startsWith(reloadPrefix));

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
