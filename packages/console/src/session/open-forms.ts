/** Forms that keep what was typed when the page is left for the sign-in page. */
export const openForms = new Set<(isReload: boolean) => void>();
let isLeaving = false;

/** Called when the console leaves for the sign-in page, or for the payment provider. */
export const keepDrafts = () => {
  isLeaving = true;
  for (const keep of openForms) keep(false);
};

/** The browser has brought the whole page back, with its forms as they were. */
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) isLeaving = false;
});

/** No confirmation if nothing would be lost. */
export const isLeavingWithDrafts = () => isLeaving;
