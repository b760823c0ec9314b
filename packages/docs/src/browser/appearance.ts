/** Runs before the page is drawn, so that the chosen mode does not flash. */
const key = 'gatehouse-docs-appearance';
const root = document.documentElement;
const kept = localStorage.getItem(key);
if (kept) root.dataset.appearance = kept;

document.addEventListener('click', event => {
  if (!(event.target as Element).closest('button.appearance')) return;
  const isDark = getComputedStyle(root).colorScheme === 'dark' || prefersDark();
  root.dataset.appearance = isDark ? 'light' : 'dark';
  localStorage.setItem(key, root.dataset.appearance);
});

const prefersDark = () => !root.dataset.appearance && matchMedia('(prefers-color-scheme: dark)').matches;
