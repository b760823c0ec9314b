const key = 'gatehouse-docs-language';

/** The language of all samples is chosen once. */
export const addSampleTabs = () => {
  const kept = localStorage.getItem(key);
  if (kept) choose(kept);
  document.addEventListener('click', event => {
    const tab = (event.target as Element).closest<HTMLElement>('[role=tab]');
    if (tab?.dataset.language) keep(tab.dataset.language);
  });
  document.addEventListener('keydown', event => {
    const tab = (event.target as Element).closest<HTMLElement>('[role=tab]');
    if (!tab || !['ArrowLeft', 'ArrowRight'].includes(event.key)) return;
    const other = (tab.nextElementSibling ?? tab.previousElementSibling) as HTMLElement;
    keep(other.dataset.language ?? '');
    other.focus();
  });
};

const keep = (language: string) => {
  localStorage.setItem(key, language);
  choose(language);
};

const choose = (language: string) => {
  if (!document.querySelector(`[role=tab][data-language="${CSS.escape(language)}"]`)) return;
  for (const tab of document.querySelectorAll<HTMLElement>('[role=tab]')) {
    const isChosen = tab.dataset.language === language;
    tab.setAttribute('aria-selected', String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
    document.getElementById(tab.getAttribute('aria-controls') ?? '')?.toggleAttribute('hidden', !isChosen);
  }
};
