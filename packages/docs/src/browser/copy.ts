const shownMs = 1500;

export const addCopyButtons = () => {
  document.addEventListener('click', async event => {
    const button = (event.target as Element).closest('button.copy');
    const code = button?.parentElement?.querySelector('code');
    if (!button || !code) return;
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, shownMs);
  });
};
