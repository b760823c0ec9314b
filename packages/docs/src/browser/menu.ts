/** On narrow screens the list of pages opens from a button. */
export const addMenu = () => {
  const button = document.querySelector<HTMLButtonElement>('button.menu')!;
  const pages = document.querySelector<HTMLElement>('#pages')!;
  const show = (isOpen: boolean) => {
    button.setAttribute('aria-expanded', String(isOpen));
    pages.classList.toggle('open', isOpen);
  };
  button.addEventListener('click', () => show(button.getAttribute('aria-expanded') !== 'true'));
  document.addEventListener('keydown', event => {
    if (event.key !== 'Escape' || !pages.classList.contains('open')) return;
    show(false);
    button.focus();
  });
  const current = pages.querySelector<HTMLElement>('[aria-current]');
  if (current && current.offsetTop > pages.clientHeight)
    pages.scrollTop = current.offsetTop - pages.clientHeight / 2;
};
