export type Appearance = 'light' | 'dark' | 'system';

/**
 * Puts the appearance on the page. The system's choice needs no listener: without the attribute the
 * style sheet follows it live. An override (a sign-in page that has no dark look) wins over the person's choice.
 */
export function applyAppearance(appearance: Appearance, override?: 'light' | 'dark') {
  const root = document.documentElement;
  const shown = override ?? appearance;
  if (shown === 'system') {
    delete root.dataset.appearance;
    return;
  }
  root.dataset.appearance = shown;
}
