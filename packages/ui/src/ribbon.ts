import styles from './ribbon.module.css';

/** Stays above all pages that are not what they look like. Plain elements: the sign-in pages load nothing for it. */
export const showRibbon = (text: string) => {
  const ribbon = document.createElement('aside');
  ribbon.className = styles.ribbon ?? '';
  ribbon.textContent = text;
  document.body.prepend(ribbon);
};
